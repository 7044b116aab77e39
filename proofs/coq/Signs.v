(** What inequalities in proof documents rest on: signs of sums, of means, of means over pairs; bounds. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Ranks Least Means Losses Distances Hull Areas Misorders Lines Averages.
From Workbench Require Import Rates Places.
Import ListNotations.
Open Scope R_scope.

(** * Differences, multiples of relations, quotients *)

Lemma by_difference x y d : y - x = d -> 0 <= d -> x <= y.
Proof. lra. Qed.
Lemma by_difference_strictly x y d : y - x = d -> 0 < d -> x < y.
Proof. lra. Qed.
Lemma by_difference_unequal x y d : y - x = d -> 0 < d -> x <> y.
Proof. lra. Qed.
Lemma differ x y t x' y' t' : x = x' -> y = y' -> t = t' -> x' - y' = t' -> x - y = t.
Proof. now intros -> -> ->. Qed.
Lemma times_least t x y low high r : 0 <= t -> x <= y -> x = low -> y = high -> r = t * (high - low) -> 0 <= r.
Proof. intros T L -> -> ->. apply Rmult_le_pos; lra. Qed.
Lemma times_equal t x y low high r : x = y -> x = low -> y = high -> r = t * (high - low) -> 0 <= r.
Proof. intros L A B ->. rewrite <- A, <- B, L. lra. Qed.
Lemma sign_of_quotient D x T : 0 < D -> x * D = T -> 0 <= T -> 0 <= x.
Proof. intros D0 E T0. destruct (Rle_dec 0 x) as [|N]; auto. exfalso. nra. Qed.
Lemma strict_sign_of_quotient D x T : 0 < D -> x * D = T -> 0 < T -> 0 < x.
Proof. intros D0 E T0. destruct (Rlt_dec 0 x) as [|N]; auto. exfalso. nra. Qed.
Lemma square_ge0 x : 0 <= x ^ 2.
Proof. apply pow2_ge_0. Qed.

(** * Numbers in [0, 1] *)

Lemma unit_0 : 0 <= 0 <= 1.
Proof. lra. Qed.
Lemma unit_1 : 0 <= 1 <= 1.
Proof. lra. Qed.
Lemma unit_mult x y : 0 <= x <= 1 -> 0 <= y <= 1 -> 0 <= x * y <= 1.
Proof. intros X Y. split; [apply Rmult_le_pos; lra|]. replace 1 with (1 * 1) by ring. apply Rmult_le_compat; lra. Qed.
Lemma unit_pow x n : 0 <= x <= 1 -> 0 <= x ^ n <= 1.
Proof. intros X. induction n; simpl; [lra|now apply unit_mult]. Qed.
Lemma unit_minus x : 0 <= x <= 1 -> 0 <= 1 - x <= 1.
Proof. lra. Qed.
Lemma unit_above d : 0 <= above d <= 1.
Proof. apply ind_01. Qed.
Lemma unit_square x y : 0 <= x <= 1 -> 0 <= y <= 1 -> 0 <= (x - y) ^ 2 <= 1.
Proof. intros X Y. split; [apply pow2_ge_0|nra]. Qed.
Lemma unit_half x y : 0 <= x <= 1 -> 0 <= y <= 1 -> 0 <= (x + y) / 2 <= 1.
Proof. lra. Qed.
Lemma unit_mixed p x y : proportions p -> 0 <= x <= 1 -> 0 <= y <= 1 -> 0 <= p false * x + p true * y <= 1.
Proof. intros [P0 [P1 PS]] X Y. split; nra. Qed.
Lemma unit_F l k s a : both_classes l -> 0 < a < 1 -> 0 <= F l k s a <= 1.
Proof. intros B A. apply cdf_01; [now apply share_counts|lra]. Qed.
Lemma unit_F_at l k t : both_classes l -> 0 <= F_at l k t <= 1.
Proof. intros B. apply cdf_01; [now apply share_counts|lra]. Qed.
Lemma unit_Rate l p s a : both_classes l -> proportions p -> 0 < a < 1 -> 0 <= Rate l p s a <= 1.
Proof. intros B P A. apply cdf_01; [now apply weight_counts|lra]. Qed.
Lemma unit_posterior l p s : both_classes l -> proportions p -> scored l s -> 0 <= posterior l p s <= 1.
Proof.
  intros B P [z [Z Zs]]. unfold posterior.
  set (D := sum l (fun x => ind (Req_EM_T (score x) s) * weight l p x)).
  set (N := sum l (fun x => ind (Req_EM_T (score x) s) * (weight l p x * is true x))).
  assert (D0 : 0 < D).
  { apply sum_pos with z; auto.
    - intros x _. pose proof (weight_pos l p x B P). pose proof (ind_01 (Req_EM_T (score x) s)). nra.
    - unfold ind. destruct (Req_EM_T (score z) s); [|congruence]. pose proof (weight_pos l p z B P). lra. }
  assert (N0 : 0 <= N).
  { apply sum_ge0. intros x _. pose proof (weight_pos l p x B P). pose proof (ind_01 (Req_EM_T (score x) s)).
    pose proof (is_01 true x). apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra. }
  assert (ND : N <= D).
  { apply sum_le. intros x _. pose proof (weight_pos l p x B P). pose proof (ind_01 (Req_EM_T (score x) s)).
    pose proof (is_01 true x). apply Rmult_le_compat_l; [lra|]. nra. }
  assert (E : N / D * D = N) by (field; lra). split; nra.
Qed.

(** * Means *)

Lemma Ek_between l k f low high : both_classes l -> has_mean l f ->
  (forall s a, scored l s -> 0 < a < 1 -> low <= f s a <= high) -> low <= Ek l k f <= high.
Proof.
  intros B H L. pose proof (share_counts l k B) as C. unfold Ek. split.
  - rewrite <- (mean_const l _ low C). apply mean_le; auto; [apply (has_mean_plain l (fun _ => low))|].
    intros x a X A. apply L; auto. now exists x.
  - rewrite <- (mean_const l _ high C). apply mean_le; auto; [apply (has_mean_plain l (fun _ => high))|].
    intros x a X A. apply L; auto. now exists x.
Qed.
Lemma Ek_ge0 l k f : both_classes l -> has_mean l f ->
  (forall s a, scored l s -> 0 < a < 1 -> 0 <= f s a) -> 0 <= Ek l k f.
Proof.
  intros B H L. pose proof (share_counts l k B) as C. unfold Ek. rewrite <- (mean_const l _ 0 C).
  apply mean_le; auto; [apply (has_mean_plain l (fun _ => 0))|]. intros x a X A. apply L; auto. now exists x.
Qed.
Lemma E_between l p f low high : both_classes l -> proportions p -> has_mean l f ->
  (forall s a, scored l s -> 0 < a < 1 -> low <= f s a <= high) -> low <= E l p f <= high.
Proof.
  intros B P H L. rewrite E_both. pose proof (Ek_between l false f low high B H L).
  pose proof (Ek_between l true f low high B H L). destruct P as [P0 [P1 PS]]. split; nra.
Qed.
Lemma E_ge0 l p f : both_classes l -> proportions p -> has_mean l f ->
  (forall s a, scored l s -> 0 < a < 1 -> 0 <= f s a) -> 0 <= E l p f.
Proof.
  intros B P H L. rewrite E_both. pose proof (Ek_ge0 l false f B H L).
  pose proof (Ek_ge0 l true f B H L). destruct P as [P0 [P1 PS]]. nra.
Qed.

(** There is an example of each class. *)
Lemma one_of_each l p k : both_classes l -> p = own l -> 1 <= INR (length l) * p k.
Proof.
  intros B ->. pose proof (size_pos l false B). pose proof (size_pos l true B).
  assert (N : INR (length l) = size l false + size l true).
  { clear. unfold size. induction l as [|x l IH]; [simpl; lra|]. change (length (x :: l)) with (S (length l)). rewrite S_INR, IH.
    simpl. rewrite (is_other x). ring. }
  assert (S : 1 <= size l k).
  { destruct (B k) as [x [X K]]. rewrite <- (is_class k x K). apply (sum_ge_one l (is k) x); auto. intros y _. apply (is_01 k y). }
  unfold own. rewrite N. replace ((size l false + size l true) * (size l k / (size l false + size l true))) with (size l k) by (field; lra). exact S.
Qed.

(** The means over pairs of an example of each class, of a sum of products. *)
Fixpoint pairs (ts : list (R * (R -> R) * (R -> R))) (x y : R) : R :=
  match ts with [] => 0 | (k, f, g) :: r => k * (f x * g y) + pairs r x y end.
Fixpoint pairs_value (l : sample) (ts : list (R * (R -> R) * (R -> R))) : R :=
  match ts with [] => 0
  | (k, f, g) :: r => k * (Ek l false (fun s _ => f s) * Ek l true (fun s _ => g s)) + pairs_value l r end.
Lemma pairs_are l ts : pairs_value l ts
  = sum l (fun z => share l true z * sum l (fun x => share l false x * pairs ts (score x) (score z))).
Proof.
  induction ts as [|[[k f] g] r IH]; simpl.
  - symmetry. transitivity (sum l (fun _ => 0)); [|apply sum_zero]. apply sum_ext. intros z _.
    rewrite (sum_ext l _ (fun _ => 0)); [rewrite sum_zero; ring|intros; ring].
  - rewrite IH. unfold Ek. rewrite (mean_plain l _ (fun s => f s)), (mean_plain l _ (fun s => g s)).
    rewrite <- Rmult_assoc. rewrite <- (sum_scal l (k * sum l (fun x => share l false x * f (score x)))).
    rewrite <- sum_plus. apply sum_ext. intros z _.
    transitivity (share l true z * (k * g (score z) * sum l (fun x => share l false x * f (score x))
      + sum l (fun x => share l false x * pairs r (score x) (score z)))); [ring|]. f_equal.
    rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros x _. ring.
Qed.
Lemma pairs_ge0 l ts value : both_classes l -> value = pairs_value l ts ->
  (forall x y, scored l x -> scored l y -> 0 <= pairs ts x y) -> 0 <= value.
Proof.
  intros B -> H. rewrite pairs_are. destruct (share_counts l true B) as [N1 _], (share_counts l false B) as [N0 _].
  apply sum_ge0. intros z Z. apply Rmult_le_pos; [apply N1|]. apply sum_ge0. intros x X.
  apply Rmult_le_pos; [apply N0|]. apply H; [now exists x|now exists z].
Qed.

Lemma share_gt0 l k x : both_classes l -> snd x = k -> 0 < share l k x.
Proof. intros B K. unfold share. rewrite is_class by auto. apply Rdiv_lt_0_compat; [lra|apply size_pos, B]. Qed.
Lemma pairs_gt0 l ts value : both_classes l -> value = pairs_value l ts ->
  (forall x y, scored l x -> scored l y -> 0 < pairs ts x y) -> 0 < value.
Proof.
  intros B -> H. rewrite pairs_are. destruct (share_counts l true B) as [N1 _], (share_counts l false B) as [N0 _].
  assert (Inner : forall z, In z l -> 0 < sum l (fun x => share l false x * pairs ts (score x) (score z))).
  { intros z Z. destruct (B false) as [x [X K]]. apply sum_pos with x; auto.
    - intros y Y. apply Rmult_le_pos; [apply N0|]. left. apply H; [now exists y|now exists z].
    - apply Rmult_lt_0_compat; [now apply share_gt0|]. apply H; [now exists x|now exists z]. }
  destruct (B true) as [z [Z K]]. apply sum_pos with z; auto.
  - intros y Y. apply Rmult_le_pos; [apply N1|]. left. now apply Inner.
  - apply Rmult_lt_0_compat; [now apply share_gt0|now apply Inner].
Qed.

(** The mean of a positive function of the score is positive. *)
Lemma E_gt0 l p f : both_classes l -> proportions p -> (forall s, scored l s -> 0 < f s) -> 0 < E l p (fun s a => f s).
Proof.
  intros B [P0 [P1 PS]] H. assert (K : forall k, 0 < Ek l k (fun s a => f s)).
  { intros k. unfold Ek. rewrite (mean_plain l (share l k) f). destruct (share_counts l k B) as [N _], (B k) as [x [X K]].
    apply sum_pos with x; auto; [intros y Y; apply Rmult_le_pos; [apply N|left; apply H; now exists y]|].
    apply Rmult_lt_0_compat; [now apply share_gt0|apply H; now exists x]. }
  rewrite E_both. pose proof (K false). pose proof (K true). nra.
Qed.

(** The mean over a class as one over all examples, by the posterior. *)
Definition shared (l : sample) (p : bool -> R) (k : bool) (s : R) : R :=
  if k then posterior l p s else 1 - posterior l p s.
Lemma E_combined l p f ts : both_classes l -> proportions p ->
  (forall s a, scored l s -> 0 < a < 1 -> f s a = combined ts s a) ->
  (forall t, In t ts -> has_mean l (snd t)) -> E l p f = combined_value (E l p) ts.
Proof.
  intros B P C H. rewrite E_both, (Ek_combined l false f ts C H), (Ek_combined l true f ts C H). clear C.
  induction ts as [|[k g] r IH]; simpl; [ring|]. rewrite <- IH by (intros t T; apply H; now right).
  rewrite (E_both l p g). ring.
Qed.
Lemma has_mean_posterior l p f : has_mean l f -> has_mean l (fun s a => posterior l p s * f s a).
Proof. intros H x X. apply (integrable_scal (posterior l p (score x)) (f (score x))). now apply H. Qed.
Lemma E_shared l p k f ts : both_classes l -> proportions p -> has_mean l f ->
  (forall s a, scored l s -> 0 < a < 1 -> f s a * shared l p k s / p k = combined ts s a) ->
  (forall t, In t ts -> has_mean l (snd t)) -> Ek l k f = combined_value (E l p) ts.
Proof.
  intros B P Hf C H. rewrite <- (E_combined l p (fun s a => f s a * shared l p k s / p k) ts B P C H).
  pose proof P as [P0 [P1 PS]]. pose proof (classes_share_scores l p f B P Hf) as S.
  assert (K : forall g, has_mean l g -> forall q, E l p (fun s a => q * g s a) = q * E l p g).
  { intros g G q. rewrite !E_both. unfold Ek. rewrite !mean_scal by auto. ring. }
  destruct k; unfold shared.
  - rewrite (E_same l p _ (fun s a => / p true * (posterior l p s * f s a))) by (intros; field; lra).
    rewrite (K (fun s a => posterior l p s * f s a)) by now apply has_mean_posterior. rewrite <- S. field. lra.
  - rewrite (E_combined l p _ [(/ p false, f); (- / p false, fun s a => posterior l p s * f s a)] B P).
    + simpl. rewrite <- S, E_both. field. lra.
    + intros. simpl. field. lra.
    + intros t [<- | [<- | []]]; cbn [snd]; [exact Hf|now apply has_mean_posterior].
Qed.
Lemma E_posterior l p : both_classes l -> proportions p -> E l p (fun s _ => posterior l p s) = p true.
Proof.
  intros B P. pose proof (classes_share_scores l p (fun _ _ => 1) B P (has_mean_plain l (fun _ => 1))) as S.
  rewrite Ek_one in S by auto. rewrite Rmult_1_r in S. rewrite S. apply E_same. intros. ring.
Qed.
Lemma posterior_calibrated l p s : calibrated_scores l p -> scored l s -> posterior l p s = s.
Proof. intros C [x [X <-]]. now apply calibrated. Qed.
Lemma pav_calibrated l p v s : both_classes l -> proportions p -> is_pav l p v -> calibrated_scores l p -> scored l s -> v s = s.
Proof. intros B P V C [x [X <-]]. now apply (calibrated_hull l p v x). Qed.
Lemma E_calibrated l p : both_classes l -> proportions p -> calibrated_scores l p -> E l p (fun s _ => s) = p true.
Proof.
  intros B P C. rewrite <- (E_posterior l p B P). apply E_same. intros s a X A. symmetry. now apply posterior_calibrated.
Qed.
Lemma E_one l p : both_classes l -> proportions p -> E l p (fun _ _ => 1) = 1.
Proof. intros B P. apply mean_const. now apply weight_counts. Qed.

(** * Figures that are a least or a greatest number *)

Lemma unit_auch l A : both_classes l -> is_auch l A -> 0 <= A <= 1.
Proof.
  intros B HA. pose proof halves_proportions as P. destruct (pav_exists l halves B P) as [v V].
  pose proof (triangle_of_hull l halves v A B P V HA) as T. pose proof (hull_gain l A B HA) as G.
  assert (Q : 0 <= E l halves (fun s _ => Rabs (v s - halves true))).
  { apply E_ge0; auto; [apply (has_mean_plain l (fun s => Rabs (v s - halves true)))|]. intros. apply Rabs_pos. }
  assert (U : 0 <= AUC l <= 1).
  { unfold AUC. apply Ek_between; auto; [apply has_mean_cdf|]. intros. now apply unit_F. }
  unfold halves in *. lra.
Qed.
Lemma unit_mer l p m : both_classes l -> proportions p -> is_least (error_rate l p) m -> 0 <= m <= 1.
Proof.
  intros B P [_ [t <-]]. rewrite error. apply unit_mixed; auto; apply Ek_between; auto; intros; try apply ind_01;
    [apply (has_mean_plain l (fun s => ind (Rlt_dec t s)))|apply (has_mean_plain l (fun s => ind (Rle_dec s t)))].
Qed.
Lemma unit_scored l s : unit_scores l -> scored l s -> 0 <= s <= 1.
Proof. intros U [x [X <-]]. now apply U. Qed.

(** * Optimal thresholds lose least *)

Lemma Loss_optimal_is_least l p w m : both_classes l -> proportions p -> mixes_shares m ->
  has_loss l p interpolated w optimal -> has_loss l p interpolated w m ->
  Loss l p interpolated w optimal <= Loss l p interpolated w m.
Proof.
  intros B P M [x X] [y Y]. rewrite (Loss_is l p w optimal x B P X), (Loss_is l p w m y B P Y).
  destruct (optimal_is_least l p interpolated w m x y B P M). auto.
Qed.
Lemma Loss_for_skews_optimal_is_least l w m : both_classes l -> mixes_shares m ->
  has_loss l halves interpolated w optimal -> has_loss l halves interpolated w m ->
  Loss_for_skews l interpolated w optimal <= Loss_for_skews l interpolated w m.
Proof.
  intros B M O L. rewrite (proj2 (Loss_for_skews_is l w optimal B O)), (proj2 (Loss_for_skews_is l w m B L)).
  apply Loss_optimal_is_least; auto using halves_proportions.
Qed.
Lemma optimal_for_skews_is l p v w : both_classes l -> proportions p -> is_pav l p v ->
  has_Ec w (fun c u => E l p (fun s a => Rmin (c * p true * (1 - v s)) ((1 - c) * p false * v s))) ->
  Loss_for_skews l interpolated w optimal =
  Ec w (fun c u => E l p (fun s a => Rmin (c * p true * (1 - v s)) ((1 - c) * p false * v s))) / (p false * p true).
Proof.
  intros B P V [y Y]. rewrite (Ec_is _ _ _ Y). pose proof (optimal_for_skews l p v interpolated w y B P V Y) as X. apply the_is; auto.
  intros z Z. apply skews_balance_classes in X, Z. exact (loss_one l halves w optimal _ _ B halves_proportions X Z).
Qed.
Lemma Ec_distance l ks (T x : R -> R) : both_classes l -> is_ks l ks ->
  has_Ec uniform (fun c u => x u * (F_at l false (T u) - F_at l true (T u))) -> has_Ec uniform (fun c u => Rabs (x u)) ->
  Ec uniform (fun c u => x u * (F_at l false (T u) - F_at l true (T u))) <= Ec uniform (fun c u => Rabs (x u)) * ks.
Proof.
  intros B K [y Y] [z Z]. rewrite (Ec_is _ _ _ Y), (Ec_is _ _ _ Z).
  apply (distance_of_thresholds l ks T (fun _ => 1) x y z B K); auto. intros. lra.
Qed.
Lemma Loss_ge0 l p w m : both_classes l -> proportions p -> mixes_shares m -> has_loss l p interpolated w m ->
  0 <= Loss l p interpolated w m.
Proof.
  intros B P M [x X]. rewrite (Loss_is l p w m x B P X). destruct (loss_is_not_negative l p interpolated w m x B P M). auto.
Qed.

(** * Functions that increase with the place *)

Lemma increasing_number l k : increasing l (fun _ _ => k).
Proof. intros x y a b _ _ _ _ _. lra. Qed.
Lemma increasing_score l : increasing l (fun s _ => s).
Proof. intros x y a b _ _ _ _ [L | [L _]]; lra. Qed.
Lemma increasing_Rate l p : both_classes l -> proportions p -> increasing l (fun s a => Rate l p s a).
Proof. intros B P x y a b _ _ A C U. apply cdf_upto; auto. now apply weight_counts. Qed.
Lemma increasing_F l k : both_classes l -> increasing l (fun s a => F l k s a).
Proof. intros B x y a b _ _ A C U. apply cdf_upto; auto. now apply share_counts. Qed.
Lemma increasing_pav l p v : is_pav l p v -> increasing l (fun s _ => v s).
Proof. intros [M _] x y a b X Y _ _ U. apply M; auto. destruct U as [L | [L _]]; lra. Qed.
Lemma increasing_above l t : increasing l (fun s _ => ind (Rlt_dec t s)).
Proof.
  intros x y a b _ _ _ _ U. assert (score x <= score y) by (destruct U as [L | [L _]]; lra).
  unfold ind. destruct (Rlt_dec t (score x)), (Rlt_dec t (score y)); lra.
Qed.

(** * What closes a sign *)

(** 0 <= x <= 1, for what stands under means and for means of it. *)
Ltac unit := repeat first
  [ assumption | apply unit_0 | apply unit_1 | apply unit_F; assumption | apply unit_Rate; assumption | apply unit_F_at; assumption
  | apply unit_posterior; assumption | apply unit_above | apply ind_01
  | match goal with V : is_pav ?l ?p ?v |- 0 <= ?v _ <= 1 => apply (scored_pav l p v); assumption end
  | match goal with U : unit_scores ?l |- 0 <= ?s <= 1 => apply (unit_scored l s U); assumption end
  | apply unit_square | apply unit_half | apply unit_mixed; [assumption| |] | apply unit_mult | apply unit_pow | apply unit_minus
  | apply Ek_between; [assumption|meanable|intros; cbv beta] | apply E_between; [assumption|assumption|meanable|intros; cbv beta]
  | lra ].
(** 0 <= x, where x is no more than nonnegative. *)
Ltac nonnegative := repeat first
  [ assumption | apply square_ge0 | apply sqrt_pos | apply Rabs_pos | apply Rmax_r | apply Rmult_le_pos | apply pow_le
  | apply Ek_ge0; [assumption|meanable|intros; cbv beta] | apply E_ge0; [assumption|assumption|meanable|intros; cbv beta]
  | match goal with |- 0 <= ?x => let H := fresh in assert (H : 0 <= x <= 1) by (unit; fail); exact (proj1 H) end
  | lra ].
Ltac increasing := cbv beta; first
  [ apply increasing_number | apply increasing_score | apply increasing_Rate; assumption | apply increasing_F; assumption
  | match goal with V : is_pav ?l ?p ?v |- _ => apply (increasing_pav l p v V) end | apply increasing_above ].
