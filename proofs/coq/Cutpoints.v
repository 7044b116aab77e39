(** Axioms on losses at sampled cutpoints. *)
Require Import Reals Lra List Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Shares Ranks Least Losses Spaced.
Import ListNotations.
Open Scope R_scope.

(** [given no_ties]: no two examples share a score. *)
Definition no_score_twice (l : sample) : Prop := NoDup (map score l).
(** Under the density w, u is uniform and independent of c: a function of both may first be averaged over u. *)
Definition even_rank (w : density) : Prop := forall f g x,
  (forall c, 0 <= c <= 1 -> is_RInt (V := R_NormedModule) (f c) 0 1 (g c)) -> expects w f x <-> expects w (fun c _ => g c) x.
Lemma uniform_even_rank : even_rank uniform.
Proof.
  intros f g x H. split; intros [h [Hh X]]; exists g.
  - split; [intros; apply is_RInt_const01|]. apply (is_RInt_same h); auto.
    intros c C. apply (is_RInt_unique_value (f c)); auto.
  - split; auto. apply (is_RInt_same h); auto. intros c C. apply (is_RInt_unique_value (fun _ => g c)); auto. apply is_RInt_const01.
Qed.

Lemma point_even_rank q Q : even_rank (point q Q).
Proof.
  intros f g x H. split; intros X.
  - replace x with (g q); [apply is_RInt_const01|]. exact (is_RInt_unique_value (f q) (g q) x (H q Q) X).
  - replace x with (g q); [exact (H q Q)|]. exact (is_RInt_unique_value (fun _ => g q) (g q) x (is_RInt_const01 (g q)) X).
Qed.

Lemma sum_number (l : sample) k : sum l (fun _ => k) = INR (length l) * k.
Proof.
  induction l as [|z l IH]; [simpl; ring|]. change (length (z :: l)) with (S (length l)). rewrite S_INR. simpl sum. rewrite IH. ring.
Qed.
Lemma sum_same_score l x (f : example -> R) : no_score_twice l -> In x l ->
  sum l (fun y => f y * ind (Req_EM_T (score y) (score x))) = f x.
Proof.
  unfold no_score_twice. induction l as [|z l IH]; simpl; [tauto|]. intros N X. inversion N as [|? ? Nz Nl]; subst.
  assert (Others : forall s, ~ In s (map score l) -> sum l (fun y => f y * ind (Req_EM_T (score y) s)) = 0).
  { intros s Ns. transitivity (sum l (fun _ => 0)); [|apply sum_zero]. apply sum_ext. intros y Y. unfold ind.
    destruct (Req_EM_T (score y) s) as [Q|]; [|ring]. exfalso. apply Ns. rewrite <- Q. now apply in_map. }
  destruct X as [<- | X].
  - rewrite Others by auto. unfold ind. destruct (Req_EM_T (score z) (score z)); [ring|congruence].
  - rewrite IH by auto. unfold ind. destruct (Req_EM_T (score z) (score x)) as [Q|]; [|ring].
    exfalso. apply Nz. rewrite Q. now apply in_map.
Qed.

(** A function of the rank, by its integrals over the parts in which the scores are passed. *)
Lemma even_parts (v : example -> R) (h e : R -> R) : (forall x, 0 <= v x) -> forall l,
  (forall x, In x l -> is_RInt (V := R_NormedModule) h (lower l v (score x)) (lower l v (score x) + tied l v (score x))
    (tied l v (score x) * e (score x))) ->
  is_RInt (V := R_NormedModule) h 0 (sum l v) (sum l (fun x => v x * e (score x))).
Proof.
  intros N l. induction l as [|l t IH G Y] using (list_by_scores score); intros K.
  { simpl. apply (is_RInt_point (V := R_NormedModule)). }
  set (low := filter (fun x => if Rlt_dec (score x) t then true else false) l) in *.
  assert (Low : forall x, In x low -> In x l /\ score x < t).
  { intros x X. apply filter_In in X as [X L]. destruct (Rlt_dec (score x) t); [auto|discriminate]. }
  assert (Split : forall f, sum l f = sum low f + sum l (fun x => ind (Req_EM_T (score x) t) * f x)).
  { intros f. unfold low. rewrite sum_filter, <- sum_plus. apply sum_ext. intros x X. pose proof (G x X). unfold ind.
    destruct (Rlt_dec (score x) t), (Req_EM_T (score x) t); lra. }
  set (M := sum l (fun x => ind (Req_EM_T (score x) t) * v x)).
  rewrite (Split v), (Split (fun x => v x * e (score x))). fold M.
  apply (is_RInt_Chasles (V := R_NormedModule)) with (sum low v).
  - apply IH. intros x X. destruct (Low x X) as [Xl Xt]. specialize (K x Xl).
    assert (E0 : lower l v (score x) = lower low v (score x)).
    { unfold lower. rewrite (Split (fun z => v z * ind (Rlt_dec (score z) (score x)))).
      rewrite (sum_ext l (fun z => ind (Req_EM_T (score z) t) * (v z * ind (Rlt_dec (score z) (score x)))) (fun _ => 0)).
      - rewrite sum_zero. lra.
      - intros z _. unfold ind. destruct (Req_EM_T (score z) t), (Rlt_dec (score z) (score x)); lra. }
    assert (E1 : tied l v (score x) = tied low v (score x)).
    { unfold tied. rewrite (Split (fun z => v z * ind (Req_EM_T (score z) (score x)))).
      rewrite (sum_ext l (fun z => ind (Req_EM_T (score z) t) * (v z * ind (Req_EM_T (score z) (score x)))) (fun _ => 0)).
      - rewrite sum_zero. lra.
      - intros z _. unfold ind. destruct (Req_EM_T (score z) t), (Req_EM_T (score z) (score x)); lra. }
    now rewrite E0, E1 in K.
  - destruct Y as [y [Y Yt]].
    assert (L : lower l v (score y) = sum low v).
    { unfold lower. rewrite Split. rewrite (sum_ext low _ v), (sum_ext l _ (fun _ => 0)); [rewrite sum_zero; ring| |].
      - intros z _. unfold ind. destruct (Req_EM_T (score z) t), (Rlt_dec (score z) (score y)); lra.
      - intros z Z. destruct (Low z Z). unfold ind. destruct (Rlt_dec (score z) (score y)); lra. }
    assert (T : tied l v (score y) = M).
    { apply sum_ext. intros z _. rewrite Yt. ring. }
    replace (sum l (fun x => ind (Req_EM_T (score x) t) * (v x * e (score x)))) with (M * e t).
    2: { unfold M. rewrite <- sum_scal_r. apply sum_ext. intros x _. unfold ind. destruct (Req_EM_T (score x) t) as [-> |]; ring. }
    rewrite <- L, <- T, <- Yt. now apply K.
Qed.
(** One that is a number while a score is passed. *)
Lemma even_steps (v : example -> R) (h e : R -> R) : (forall x, 0 <= v x) -> forall l,
  (forall x r, In x l -> lower l v (score x) < r < lower l v (score x) + tied l v (score x) -> h r = e (score x)) ->
  is_RInt (V := R_NormedModule) h 0 (sum l v) (sum l (fun x => v x * e (score x))).
Proof.
  intros N l K. apply even_parts; auto. intros x X. set (a := lower l v (score x)) in *. set (m := tied l v (score x)) in *.
  assert (0 <= m).
  { apply sum_ge0. intros y _. pose proof (N y). pose proof (ind_01 (Req_EM_T (score y) (score x))). nra. }
  replace (m * e (score x)) with (scal (a + m - a) (e (score x))).
  - apply (is_RInt_ext (V := R_NormedModule) (fun _ => e (score x))); [|apply (is_RInt_const (V := R_NormedModule))].
    rewrite Rmin_left, Rmax_right by lra. intros r R. symmetry. now apply K.
  - unfold scal; simpl; unfold mult; simpl. ring.
Qed.

(** A threshold up to which are the examples whose score is met by d, which is met by all scores below one that it meets. *)
Lemma threshold_of_scores l (G : R -> Prop) (d : forall s, {G s} + {~ G s}) : l <> [] ->
  (forall r s, r <= s -> G s -> G r) -> exists t, (forall x, In x l -> passed (score x) t 1 = ind (d (score x))) /\
  ((forall x, In x l -> t < score x /\ ~ G (score x)) \/ exists z, In z l /\ G (score z) /\ t = score z).
Proof.
  intros NE Down. set (D := filter (fun x => if d (score x) then true else false) l).
  assert (InD : forall x, In x D <-> In x l /\ G (score x)).
  { intros x. unfold D. rewrite filter_In. destruct (d (score x)); intuition congruence. }
  destruct D as [|z0 zs] eqn:ED.
  - destruct (least_of l score NE) as [y [Y L]]. exists (score y - 1).
    assert (No : forall x, In x l -> ~ G (score x)) by (intros x X g; apply (proj2 (InD x)); auto).
    split; [|left; intros x X; specialize (L x X); split; [lra|auto]].
    intros x X. specialize (L x X). rewrite passed_above by lra. unfold ind. destruct (d (score x)) as [g|]; auto. now destruct (No x X).
  - destruct (greatest_of (z0 :: zs) score) as [z [Z L]]; [discriminate|]. apply InD in Z as [Z Gz]. exists (score z).
    split; [|right; exists z; auto]. intros x X. rewrite passed_threshold. unfold ind.
    destruct (Rlt_dec (score z) (score x)) as [K|K], (d (score x)) as [g|g]; try ring; exfalso.
    + assert (score x <= score z); [|lra]. apply L, InD. auto.
    + apply g. apply (Down _ (score z)); auto. lra.
Qed.
(** Unless all are, an example comes next after a threshold. *)
Lemma next_after l v t : sum l v = cdf l v t 1 \/ exists q, In q l /\ t < score q /\ lower l v (score q) = cdf l v t 1.
Proof.
  destruct (filter (fun x => if Rlt_dec t (score x) then true else false) l) as [|d ds] eqn:Up.
  - left. apply sum_ext. intros x X. rewrite passed_threshold. unfold ind. destruct (Rlt_dec t (score x)) as [K|]; [|ring].
    exfalso. assert (I : In x (filter (fun x => if Rlt_dec t (score x) then true else false) l)).
    { apply filter_In. split; auto. destruct (Rlt_dec t (score x)); auto. }
    rewrite Up in I. destruct I.
  - right. destruct (least_of (d :: ds) score) as [q [Q L]]; [discriminate|]. rewrite <- Up in Q, L.
    apply filter_In in Q as [Q Qt]. destruct (Rlt_dec t (score q)) as [K|]; [|discriminate]. exists q. split; auto. split; auto.
    apply sum_ext. intros x X. f_equal. rewrite passed_threshold. unfold ind.
    destruct (Rlt_dec (score x) (score q)), (Rlt_dec t (score x)) as [K'|]; try lra; exfalso.
    assert (score q <= score x); [|lra]. apply L, filter_In. split; auto. destruct (Rlt_dec t (score x)); auto.
Qed.
Lemma first_has_none_below l v x : (forall z, In z l -> score x <= score z) -> lower l v (score x) = 0.
Proof.
  intros L. transitivity (sum l (fun _ => 0)); [|apply sum_zero]. apply sum_ext. intros z Z. specialize (L z Z). unfold ind.
  destruct (Rlt_dec (score z) (score x)); [lra|ring].
Qed.
(** Whatever is read at the rate u, as a function of it: the part of class k up to the threshold. *)
Definition F_up_to (l : sample) (k : bool) (G : R -> R -> Prop) (d : forall u s, {G u s} + {~ G u s}) (u : R) : R :=
  sum l (fun x => share l k x * ind (d u (score x))).
Lemma loses_at l p v (G : R -> R -> Prop) (d : forall u s, {G u s} + {~ G u s}) : (forall u, 0 <= u <= 1 -> exists t,
    reads l (Rate l p) v u t 1 /\ forall x, In x l -> passed (score x) t 1 = ind (d u (score x))) ->
  forall c u, 0 <= u <= 1 -> loses l (Q_place l p) (Rate l p) v (on_rates (fun _ u => u)) c u
    (2 * c * p false * (1 - F_up_to l false G d u) + 2 * (1 - c) * p true * F_up_to l true G d u).
Proof.
  intros H c u U. destruct (H u U) as [t [T S]]. exists t, 1. split; [lra|]. split; [exact T|].
  assert (Q : forall k, F l k t 1 = F_up_to l k G d u) by (intros k; apply sum_ext; intros x X; now rewrite S).
  unfold Q_place. now rewrite !Q.
Qed.
Lemma step_place l p u : both_classes l -> proportions p -> 0 <= u <= 1 -> exists t, reads l (Rate l p) step u t 1 /\
  forall x, In x l -> passed (score x) t 1 = ind (Rlt_dec (Rate l p (score x) 0) u).
Proof.
  intros B P U. pose proof (weight_counts l p B P) as C.
  assert (NE : l <> []) by (intros ->; destruct (B true) as [x [[] _]]).
  destruct (threshold_of_scores l (fun s => Rate l p s 0 < u) (fun s => Rlt_dec (Rate l p s 0) u) NE) as [t [T Q]].
  { intros r s L K. eapply Rle_lt_trans; [|exact K]. apply cdf_upto; auto; try lra. unfold upto. destruct (Req_dec r s); [right|left]; lra. }
  exists t. split; auto. split; [reflexivity|]. destruct Q as [Q | [z [Z [Gz ->]]]].
  - assert (R0 : Rate l p t 1 = 0).
    { transitivity (sum l (fun _ => 0)); [|apply sum_zero]. apply sum_ext. intros x X. destruct (Q x X). rewrite passed_above by lra. ring. }
    destruct (least_of l score NE) as [y [Y L]]. destruct (Q y Y) as [_ N]. unfold Rate in N. rewrite cdf_tie in N.
    rewrite first_has_none_below in N by auto. rewrite R0. split; [lra|]. intros t' _. apply cdf_01; auto. lra.
  - split.
    + destruct (next_after l (weight l p) (score z)) as [A | [q [Hq [Lq E0]]]].
      * unfold Rate. rewrite <- A, (proj2 C). lra.
      * apply Rnot_lt_le. intros N. unfold Rate in N. assert (Gq : passed (score q) (score z) 1 = 1).
        { rewrite T by auto. unfold ind. destruct (Rlt_dec (Rate l p (score q) 0) u) as [|n]; auto. destruct n.
          unfold Rate. rewrite cdf_tie, E0. lra. }
        rewrite passed_above in Gq by lra. lra.
    + intros t' T'. apply cdf_upto; auto; try lra. unfold upto. destruct (Rlt_dec t' (score z)) as [L|L].
      * exfalso. pose proof (cdf_upto l _ t' 1 (score z) 0 C (ltac:(lra)) (ltac:(lra)) (or_introl L)). unfold Rate in *. lra.
      * destruct (Req_dec (score z) t'); [right|left]; lra.
Qed.

(** The mean of a cdf over all examples, each passed in full, and each before it is passed. *)
Lemma mean_at_ends l k : both_classes l -> no_score_twice l -> let n := INR (length l) in
  1 / n * sum l (fun x => F l k (score x) 1) = E l (own l) (F l k) + 1 / (2 * n) /\
  1 / n * sum l (fun x => F l k (score x) 0) = E l (own l) (F l k) - 1 / (2 * n).
Proof.
  intros B D n. assert (N : 0 < n).
  { apply lt_0_INR. destruct l; [destruct (B true) as [y [[] _]]|simpl; lia]. }
  assert (T : sum l (fun x => 1 / n * tied l (share l k) (score x)) = 1 / n).
  { rewrite sum_scal, (sum_ext l _ (share l k)); [|intros x X; apply (sum_same_score l x (share l k) D X)].
    destruct (share_counts l k B) as [_ ->]. ring. }
  assert (Q : E l (own l) (F l k) = sum l (fun x => 1 / n * (lower l (share l k) (score x) + tied l (share l k) (score x) / 2))).
  { apply sum_ext. intros x _. rewrite weight_own by auto. f_equal. rewrite <- (proj2 (integral_affine _ _)).
    apply integral_ext; [lra|]. intros a _. apply cdf_tie. }
  assert (H : forall a, 1 / n * sum l (fun x => F l k (score x) a) = E l (own l) (F l k) + (a - 1 / 2) * (1 / n)).
  { intros a. rewrite <- sum_scal. rewrite Q.
    transitivity (sum l (fun x => 1 / n * (lower l (share l k) (score x) + tied l (share l k) (score x) / 2))
      + (a - 1 / 2) * sum l (fun x => 1 / n * tied l (share l k) (score x))); [|now rewrite T].
    rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros x _. unfold F. rewrite cdf_tie. field. lra. }
  rewrite !H. split; field; lra.
Qed.

(** Over the places of the examples. *)
Lemma example_mean l (f : R -> R) c : both_classes l -> no_score_twice l -> let n := INR (length l) in let p := own l in
  (forall u, 0 <= u <= 1 -> loses l (Q_place l p) (Rate l p) step (on_rates (fun _ u => u)) c u (f u)) ->
  is_RInt (V := R_NormedModule) f 0 1 (2 * c * p false * (1 - E l p (F l false) - 1 / (2 * n))
    + 2 * (1 - c) * p true * (E l p (F l true) + 1 / (2 * n))).
Proof.
  intros B D n p H. pose proof (own_proportions l B) as P. fold p in P.
  pose proof (weight_counts l p B P) as [N One]. pose proof (weight_counts l p B P) as Ct.
  pose proof (even_steps (weight l p) f (fun s => Q_place l p s 1 c) N l) as K. rewrite One in K.
  assert (S : sum l (fun x => weight l p x * Q_place l p (score x) 1 c)
    = 2 * c * p false * (1 - E l p (F l false) - 1 / (2 * n)) + 2 * (1 - c) * p true * (E l p (F l true) + 1 / (2 * n))).
  { rewrite (sum_ext l _ (fun x => 2 * c * p false * weight l p x - 2 * c * p false * (1 / n * F l false (score x) 1)
      + 2 * (1 - c) * p true * (1 / n * F l true (score x) 1)))
      by (intros y _; unfold p, n; rewrite weight_own by auto; unfold Q_place; ring).
    rewrite sum_plus, sum_minus, !sum_scal, One. destruct (mean_at_ends l false B D) as [A0 _].
    destruct (mean_at_ends l true B D) as [A1 _]. fold n p in A0, A1. rewrite A0, A1. ring. }
  rewrite S in K. apply K. intros y r Y [R0 R1].
  assert (R01 : 0 <= r <= 1).
  { pose proof (lower_ge0 l _ (score y) Ct). pose proof (lower_tied_le1 l _ (score y) Ct). lra. }
  destruct (H r R01) as [t [a [_ [[-> [T L]] ->]]]].
  assert (Ry : Rate l p (score y) 1 = lower l (weight l p) (score y) + tied l (weight l p) (score y))
    by (unfold Rate; rewrite cdf_tie; ring).
  assert (O : score y <= t).
  { apply Rnot_lt_le. intros U. pose proof (cdf_upto l _ t 1 (score y) 0 Ct (ltac:(lra)) (ltac:(lra)) (or_introl U)) as Z.
    rewrite (cdf_tie l _ (score y) 0) in Z. unfold Rate in T. lra. }
  assert (E1 : Rate l p t 1 = Rate l p (score y) 1).
  { apply Rle_antisym; [apply L; lra|]. apply cdf_upto; auto; try lra. unfold upto. destruct (Req_dec (score y) t); [right|left]; lra. }
  unfold Q_place. destruct (same_rate l p t 1 (score y) 1 B P (ltac:(lra)) (ltac:(lra)) E1) as [-> ->]. reflexivity.
Qed.

(** Axiom random_example. Either side has the value x if the other has; any density under which u is uniform and independent
    of c; at the class proportions of the sample.
    given: no_ties
    left: loss(rate_uniform, cost=w, rates=step)
    relation: ==
    right: Ec(2*c*pi0*(1 - E(F0(s)) - 1/(2*n)) + 2*(1 - c)*pi1*(E(F1(s)) + 1/(2*n)), w) *)
Theorem random_example l w x : both_classes l -> no_score_twice l -> even_rank w ->
  let n := INR (length l) in let p := own l in loss l p step w (on_rates (fun _ u => u)) x <->
  expects w (fun c _ => 2 * c * p false * (1 - E l p (F l false) - 1 / (2 * n))
    + 2 * (1 - c) * p true * (E l p (F l true) + 1 / (2 * n))) x.
Proof.
  intros B D W n p. split.
  - intros [f [H X]]. exact (proj1 (W f _ x (fun c C => example_mean l (f c) c B D (fun u U => H c u C U))) X).
  - intros X. pose proof (loses_at l p step (fun u s => Rate l p s 0 < u) (fun u s => Rlt_dec (Rate l p s 0) u)
      (fun u U => step_place l p u B (own_proportions l B) U)) as H.
    eexists. split; [intros c u _ U; exact (H c u U)|].
    exact (proj2 (W _ _ x (fun c C => example_mean l _ c B D (fun u U => H c u U))) X).
Qed.

(** At any class proportions, over the n + 1 cutpoints. *)
Lemma cutpoint_mean l p (f : R -> R) c : both_classes l -> no_score_twice l -> 
  (forall u, 0 <= u <= 1 -> loses l (Q_place l p) (Rate l p) cutpoints (on_rates (fun _ u => u)) c u (f u)) ->
  let n := INR (length l) in is_RInt (V := R_NormedModule) f 0 1
    (2 * c * p false * (1 - (n * E l (own l) (F l false) + 1 / 2) / (n + 1))
    + 2 * (1 - c) * p true * ((n * E l (own l) (F l true) + 1 / 2) / (n + 1))).
Proof.
  intros B D H n. assert (N : 0 < n).
  { apply lt_0_INR. destruct l; [destruct (B true) as [y [[] _]]|simpl; lia]. }
  assert (V0 : 0 < / (n + 1)) by (apply Rinv_0_lt_compat; lra).
  set (v := fun _ : example => 1 / (n + 1)). assert (Vn : forall x, 0 <= v x) by (intros; unfold v; lra).
  assert (Sv : sum l v = n / (n + 1)) by (unfold v; rewrite sum_number; fold n; field; lra).
  assert (Sp : forall t a, cdf l v t a = / (n + 1) * sum l (fun x => passed (score x) t a)).
  { intros t a. unfold cdf, v. rewrite <- sum_scal. apply sum_ext. intros; field; lra. }
  assert (Tie : forall y, In y l -> tied l v (score y) = 1 / (n + 1)).
  { intros y Y. apply (sum_same_score l y v D Y). }
  (* a cutpoint up to a rank r between those of an example y *)
  assert (Steps : forall y r, In y l -> lower l v (score y) < r < lower l v (score y) + tied l v (score y) ->
    f r = Q_place l p (score y) 0 c).
  { intros y r Y R. rewrite Tie in R by auto.
    assert (R01 : 0 <= r <= 1).
    { assert (0 <= lower l v (score y)) by (apply sum_ge0; intros x _; pose proof (Vn x); pose proof (ind_01 (Rlt_dec (score x) (score y))); nra).
      assert (lower l v (score y) + 1 / (n + 1) <= n / (n + 1)).
      { rewrite <- Sv, <- (Tie y Y). unfold lower, tied. rewrite <- sum_plus. apply sum_le. intros x _. pose proof (Vn x).
        unfold ind. destruct (Rlt_dec (score x) (score y)), (Req_EM_T (score x) (score y)); lra. }
      assert (n / (n + 1) <= 1) by (apply Rmult_le_reg_r with (n + 1); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
      lra. }
    destruct (H r R01) as [t [a [_ [[-> K] ->]]]]. simpl in K. fold n in K.
    set (k := sum l (fun x => passed (score x) t 1)) in *.
    assert (Ct : cdf l v t 1 = k / (n + 1)) by (rewrite Sp; fold k; field; lra).
    assert (K0 : cdf l v t 1 < lower l v (score y) + 1 / (n + 1)) by lra.
    assert (K1 : lower l v (score y) < cdf l v t 1 + 1 / (n + 1)).
    { rewrite Ct. replace (k / (n + 1) + 1 / (n + 1)) with ((k + 1) / (n + 1)) by (field; lra). lra. }
    assert (Mono : forall s a r b, 0 <= a <= 1 -> 0 <= b <= 1 -> upto s a r b -> cdf l v s a <= cdf l v r b).
    { intros s a r' b Ha Hb U. apply sum_le. intros x _. apply Rmult_le_compat_l; [apply Vn|]. now apply passed_upto. }
    assert (O : t < score y).
    { apply Rnot_le_lt. intros U. assert (cdf l v (score y) 1 <= cdf l v t 1).
      { apply Mono; try lra. unfold upto. destruct (Req_dec (score y) t); [right|left]; lra. }
      rewrite cdf_tie, Tie in H0 by auto. lra. }
    assert (Same : forall x, In x l -> passed (score x) t 1 = passed (score x) (score y) 0).
    { intros x X. destruct (Rle_dec (score x) t) as [L|L].
      - rewrite (passed_below _ (score y)) by lra. unfold passed. destruct (Rlt_dec (score x) t), (Rlt_dec t (score x)); lra.
      - rewrite (passed_above _ t) by lra. unfold passed. destruct (Rlt_dec (score x) (score y)) as [J|J]; [|destruct (Rlt_dec (score y) (score x)); lra].
        exfalso. pose proof (sum_ge_one l (fun z => v z * passed (score z) (score y) 0 - v z * passed (score z) t 1) x) as G.
        rewrite sum_minus in G. fold (cdf l v (score y) 0) (cdf l v t 1) in G. rewrite (cdf_tie l v (score y)) in G.
        rewrite (passed_below (score x) (score y)), (passed_above (score x) t) in G by lra. unfold v at 2 4 in G.
        assert (v x * 1 - v x * 0 <= lower l v (score y) + 0 * tied l v (score y) - cdf l v t 1); [|unfold v at 1 2 in H0; lra].
        apply G; auto. intros z _. apply Rle_minus_r. rewrite Rplus_0_l. apply Rmult_le_compat_l; [apply Vn|].
        apply passed_upto; try lra. now left. }
    assert (Fs : forall j, F l j t 1 = F l j (score y) 0) by (intros j; apply sum_ext; intros x X; now rewrite Same).
    unfold Q_place. now rewrite !Fs. }
  pose proof (even_steps v f (fun s => Q_place l p s 0 c) Vn l Steps) as I0. rewrite Sv in I0.
  (* the last cutpoint has all examples up to it *)
  assert (I1 : is_RInt (V := R_NormedModule) f (n / (n + 1)) 1 ((1 - n / (n + 1)) * (2 * (1 - c) * p true))).
  { assert (Le : n / (n + 1) <= 1) by (apply Rmult_le_reg_r with (n + 1); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
    apply (is_RInt_ext (V := R_NormedModule) (fun _ => 2 * (1 - c) * p true)); [|apply (is_RInt_const (V := R_NormedModule))].
    rewrite Rmin_left, Rmax_right by lra. intros r R.
    assert (0 <= n / (n + 1)) by (apply Rdiv_le_0_compat; lra).
    destruct (H r (ltac:(lra))) as [t [a [_ [[-> K] ->]]]]. simpl in K. fold n in K.
    set (k := sum l (fun x => passed (score x) t 1)) in *.
    assert (Kn : n < k + 1).
    { apply Rmult_lt_reg_r with (/ (n + 1)); auto. unfold Rdiv in *. lra. }
    assert (All : forall x, In x l -> passed (score x) t 1 = 1).
    { intros x X. rewrite passed_threshold. unfold ind. destruct (Rlt_dec t (score x)) as [J|]; [|ring]. exfalso.
      pose proof (sum_ge_one l (fun z => 1 - passed (score z) t 1) x) as G. rewrite sum_minus, sum_number, Rmult_1_r in G. fold n k in G.
      rewrite (passed_above (score x) t) in G by lra.
      assert (1 - 0 <= n - k); [|lra]. apply G; auto. intros z _. pose proof (passed_01 (score z) t 1). lra. }
    assert (F1 : forall k, F l k t 1 = 1).
    { intros k'. transitivity (sum l (share l k')); [|apply (proj2 (share_counts l k' B))]. apply sum_ext. intros x X. rewrite All by auto. ring. }
    unfold Q_place. rewrite !F1.
    change (2 * (1 - c) * p true = 2 * c * p false * (1 - 1) + 2 * (1 - c) * p true * 1). ring. }
  pose proof (is_RInt_Chasles (V := R_NormedModule) f 0 (n / (n + 1)) 1 _ _ I0 I1) as I.
  match goal with |- is_RInt _ _ _ ?y => replace y with (plus (sum l (fun x => v x * Q_place l p (score x) 0 c)) ((1 - n / (n + 1)) * (2 * (1 - c) * p true))) end;
    [exact I|]. unfold plus; simpl.
  rewrite (sum_ext l _ (fun x => 2 * c * p false * v x - 2 * c * p false * (n / (n + 1)) * (1 / n * F l false (score x) 0)
    + 2 * (1 - c) * p true * (n / (n + 1)) * (1 / n * F l true (score x) 0)))
    by (intros x _; unfold v, Q_place; field; lra).
  rewrite sum_plus, sum_minus, !sum_scal, Sv. destruct (mean_at_ends l false B D) as [_ A0].
  destruct (mean_at_ends l true B D) as [_ A1]. fold n in A0, A1. rewrite A0, A1. field. lra.
Qed.

Lemma cutpoint_place l p u : both_classes l -> no_score_twice l -> 0 <= u <= 1 -> let v := fun _ => 1 / (INR (length l) + 1) in
  exists t, reads l (Rate l p) cutpoints u t 1 /\ forall x, In x l ->
    passed (score x) t 1 = ind (Rle_dec (lower l v (score x) + 1 / (INR (length l) + 1)) u).
Proof.
  intros B D U v. set (n := INR (length l)) in *.
  assert (NE : l <> []) by (intros ->; destruct (B true) as [x [[] _]]).
  assert (N : 0 <= n) by apply pos_INR. assert (V0 : 0 < 1 / (n + 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (Sv : sum l v = n / (n + 1)) by (unfold v; rewrite sum_number; fold n; field; lra).
  assert (Ct : forall t, cdf l v t 1 = sum l (fun x => passed (score x) t 1) / (n + 1)).
  { intros t. unfold cdf, v, Rdiv. rewrite <- sum_scal_r. apply sum_ext. intros; ring. }
  assert (Next : forall k, (k + 1) / (n + 1) = k / (n + 1) + 1 / (n + 1)) by (intros; field; lra).
  destruct (threshold_of_scores l (fun s => lower l v s + 1 / (n + 1) <= u) (fun s => Rle_dec (lower l v s + 1 / (n + 1)) u) NE) as [t [T Q]].
  { intros r s L K. eapply Rle_trans; [|exact K]. apply Rplus_le_compat_r. apply sum_le. intros z _. apply Rmult_le_compat_l; [unfold v; lra|].
    unfold ind. destruct (Rlt_dec (score z) r), (Rlt_dec (score z) s); lra. }
  exists t. split; auto. split; [reflexivity|]. cbv zeta. fold n. rewrite Next, <- Ct. split.
  - destruct Q as [Q | [z [Z [Gz ->]]]].
    + rewrite Ct, (sum_ext l _ (fun _ => 0)), sum_zero by (intros x X; destruct (Q x X); apply passed_above; lra).
      unfold Rdiv. rewrite Rmult_0_l. lra.
    + rewrite cdf_tie. replace (tied l v (score z)) with (1 / (n + 1)); [lra|]. symmetry. exact (sum_same_score l z v D Z).
  - destruct (next_after l v t) as [A | [q [Hq [Lq E0]]]].
    + rewrite <- A, Sv, <- Next. replace ((n + 1) / (n + 1)) with 1 by (field; lra). lra.
    + rewrite <- E0. apply Rnot_lt_le. intros K. pose proof (T q Hq) as Tq. rewrite passed_above in Tq by lra.
      unfold ind in Tq. destruct (Rle_dec (lower l v (score q) + 1 / (n + 1)) u); lra.
Qed.

(** Axiom random_cutpoint. Either side has the value x if the other has; any density under which u is uniform and independent
    of c; at the class proportions of the sample.
    given: no_ties
    left: loss(rate_uniform, cost=w, rates=cutpoints)
    relation: ==
    right: Ec(2*c*pi0*(1 - (n*E(F0(s)) + 1/2)/(n + 1)) + 2*(1 - c)*pi1*(n*E(F1(s)) + 1/2)/(n + 1), w) *)
Theorem random_cutpoint l w x : both_classes l -> no_score_twice l -> even_rank w ->
  let n := INR (length l) in let p := own l in loss l p cutpoints w (on_rates (fun _ u => u)) x <->
  expects w (fun c _ => 2 * c * p false * (1 - (n * E l p (F l false) + 1 / 2) / (n + 1))
    + 2 * (1 - c) * p true * (n * E l p (F l true) + 1 / 2) / (n + 1)) x.
Proof.
  intros B D W n p. assert (K : forall (f : R -> R) c,
    (forall u, 0 <= u <= 1 -> loses l (Q_place l p) (Rate l p) cutpoints (on_rates (fun _ u => u)) c u (f u)) ->
    is_RInt (V := R_NormedModule) f 0 1 (2 * c * p false * (1 - (n * E l p (F l false) + 1 / 2) / (n + 1))
      + 2 * (1 - c) * p true * (n * E l p (F l true) + 1 / 2) / (n + 1))).
  { intros f c H. pose proof (cutpoint_mean l p f c B D H) as I. cbv zeta in I. fold n p in I.
    match goal with |- is_RInt _ _ _ ?y => match type of I with is_RInt _ _ _ ?z => replace y with z by (unfold Rdiv; ring) end end.
    exact I. }
  split.
  - intros [f [H X]]. exact (proj1 (W f _ x (fun c C => K (f c) c (fun u U => H c u C U))) X).
  - intros X. pose proof (loses_at l p cutpoints (fun u s => lower l (fun _ => 1 / (n + 1)) s + 1 / (n + 1) <= u)
      (fun u s => Rle_dec (lower l (fun _ => 1 / (n + 1)) s + 1 / (n + 1)) u) (fun u U => cutpoint_place l p u B D U)) as H.
    eexists. split; [intros c u _ U; exact (H c u U)|]. exact (proj2 (W _ _ x (fun c C => K _ c (fun u U => H c u U))) X).
Qed.

(** Axiom random_cutpoint_for_skews. Either side has the value x if the other has; any density under which u is uniform and
    independent of c; E is the mean over the examples, each counting the same.
    given: no_ties
    left: loss(rate_uniform, cost=w, condition=skew, rates=cutpoints)
    relation: ==
    right: Ec(c*(1 - (n*E(F0(s)) + 1/2)/(n + 1)) + (1 - c)*(n*E(F1(s)) + 1/2)/(n + 1), w) *)
Theorem random_cutpoint_for_skews l w x : both_classes l -> no_score_twice l -> even_rank w ->
  let n := INR (length l) in let p := own l in loss_for_skews l cutpoints w (on_rates (fun _ u => u)) x <->
  expects w (fun c _ => c * (1 - (n * E l p (F l false) + 1 / 2) / (n + 1))
    + (1 - c) * (n * E l p (F l true) + 1 / 2) / (n + 1)) x.
Proof.
  intros B D W n p. assert (K : forall (f : R -> R) c,
    (forall u, 0 <= u <= 1 -> loses l (Q_place l halves) (Rate l halves) cutpoints (on_rates (fun _ u => u)) c u (f u)) ->
    is_RInt (V := R_NormedModule) f 0 1 (c * (1 - (n * E l p (F l false) + 1 / 2) / (n + 1))
      + (1 - c) * (n * E l p (F l true) + 1 / 2) / (n + 1))).
  { intros f c H. pose proof (cutpoint_mean l halves f c B D H) as I. cbv zeta in I. fold n p in I.
    assert (0 <= n) by apply pos_INR.
    match goal with |- is_RInt _ _ _ ?y => match type of I with is_RInt _ _ _ ?z => replace y with z by (unfold halves; field; lra) end end.
    exact I. }
  rewrite skews_balance_classes. split.
  - intros [f [H X]]. exact (proj1 (W f _ x (fun c C => K (f c) c (fun u U => H c u C U))) X).
  - intros X. pose proof (loses_at l halves cutpoints (fun u s => lower l (fun _ => 1 / (n + 1)) s + 1 / (n + 1) <= u)
      (fun u s => Rle_dec (lower l (fun _ => 1 / (n + 1)) s + 1 / (n + 1)) u) (fun u U => cutpoint_place l halves u B D U)) as H.
    eexists. split; [intros c u _ U; exact (H c u U)|]. exact (proj2 (W _ _ x (fun c C => K _ c (fun u U => H c u U))) X).
Qed.

(** Axiom condition_ignored. T is any function of u, and (t, a) its place in any reading of the rates, the same at each
    condition; any density under which u is uniform and independent of c, any class proportions, and halves for skews.
    left: loss(rate(T), cost=w, condition=d, rates=v)
    relation: ==
    right: Ec(c, w)*loss(rate(T), cost=point(1), condition=d, rates=v) + (1 - Ec(c, w))*loss(rate(T), cost=point(0), condition=d, rates=v) *)
Theorem condition_ignored l p v w (T t a : R -> R) (I1 : 0 <= 1 <= 1) (I0 : 0 <= 0 <= 1) m x y z : even_rank w ->
  (forall u, 0 <= u <= 1 -> 0 <= a u <= 1 /\ reads l (Rate l p) v (T u) (t u) (a u)) -> expects w (fun c _ => c) m ->
  expects w (fun c u => Q_place l p (t u) (a u) c) x ->
  expects (point 1 I1) (fun c u => Q_place l p (t u) (a u) c) y ->
  expects (point 0 I0) (fun c u => Q_place l p (t u) (a u) c) z -> x = m * y + (1 - m) * z.
Proof.
  intros E _ M X Y Z. simpl in Y, Z.
  apply (E (fun c u => Q_place l p (t u) (a u) c) (fun c => c * y + (1 - c) * z)) in X.
  - pose proof (expects_linear w (y - z) z _ _ _ _ M (expects_number w 1)) as L.
    transitivity ((y - z) * m + z * 1); [|ring]. apply (expects_one w (fun c _ => c * y + (1 - c) * z)); auto.
    eapply expects_same; [|exact L]. intros c u _ _. cbv beta. ring.
  - intros c _. apply (is_RInt_same (fun u => c * Q_place l p (t u) (a u) 1 + (1 - c) * Q_place l p (t u) (a u) 0)).
    + intros u _. unfold Q_place. ring.
    + now apply is_RInt_linear.
Qed.
