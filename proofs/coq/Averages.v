(** Means over the operating condition, and expected losses, as numbers, which they are where they have a value. *)
Require Import Reals Lra Lia List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Ranks Least Losses Distances Hull Lines.
Import ListNotations.
Open Scope R_scope.

(** The number of which P holds, if it holds of one. *)
Definition the (P : R -> Prop) : R := iota (T := R_CompleteNormedModule) P.
Lemma the_is (P : R -> Prop) x : (forall y, P y -> y = x) -> P x -> the P = x.
Proof. intros U X. apply (iota_unique (V := R_CompleteNormedModule)); auto. Qed.

(** Ec(f, w), and whether it has a value. *)
Definition Ec (w : density) (f : R -> R -> R) : R := the (expects w f).
Definition has_Ec (w : density) (f : R -> R -> R) : Prop := exists x, expects w f x.
Lemma Ec_is w f x : expects w f x -> Ec w f = x.
Proof. intros X. apply the_is; auto. intros y Y. now apply (expects_one w f). Qed.
Lemma Ec_expects w f : has_Ec w f -> expects w f (Ec w f).
Proof. intros [x X]. now rewrite (Ec_is w f x X). Qed.
Definition conditions (c u : R) : Prop := 0 <= c <= 1 /\ 0 <= u <= 1.
Lemma has_Ec_same w f g : (forall c u, conditions c u -> f c u = g c u) -> has_Ec w g -> has_Ec w f.
Proof. intros E [x X]. exists x. apply (expects_same w g f); auto. intros c u C U. symmetry. now apply E. Qed.
Lemma Ec_same w f g : (forall c u, conditions c u -> f c u = g c u) -> has_Ec w g -> Ec w f = Ec w g.
Proof.
  intros E H. apply Ec_is. apply (expects_same w g f); [|now apply Ec_expects]. intros c u C U. symmetry. now apply E.
Qed.
Lemma Ec_one w : Ec w (fun _ _ => 1) = 1.
Proof. apply Ec_is, expects_number. Qed.
Lemma has_Ec_number w k : has_Ec w (fun _ _ => k).
Proof. exists k. apply expects_number. Qed.
Lemma has_Ec_combined w ts : (forall t, In t ts -> has_Ec w (snd t)) -> has_Ec w (combined ts).
Proof.
  induction ts as [|[k f] r IH]; intros H; [apply (has_Ec_number w 0)|].
  destruct IH as [y Y]; [intros t T; apply H; now right|]. destruct (H (k, f)) as [x X]; [now left|].
  exists (k * x + 1 * y). apply (expects_same w (fun c u => k * f c u + 1 * combined r c u));
    [intros; simpl; ring|now apply expects_linear].
Qed.
Lemma Ec_combined w f ts : (forall c u, conditions c u -> f c u = combined ts c u) ->
  (forall t, In t ts -> has_Ec w (snd t)) -> Ec w f = combined_value (Ec w) ts.
Proof.
  intros E H. rewrite (Ec_same w f (combined ts) E) by now apply has_Ec_combined. clear E.
  induction ts as [|[k g] r IH]; [apply Ec_is, (expects_number w 0)|].
  assert (R : forall t, In t r -> has_Ec w (snd t)) by (intros t T; apply H; now right).
  simpl combined_value. rewrite <- (IH R). apply Ec_is.
  apply (expects_same w (fun c u => k * g c u + 1 * combined r c u)); [intros; simpl; ring|].
  replace (k * Ec w g + Ec w (combined r)) with (k * Ec w g + 1 * Ec w (combined r)) by ring.
  apply expects_linear; apply Ec_expects; [apply (H (k, g)); now left|now apply has_Ec_combined].
Qed.

(** Means over examples and over the condition are exchanged, where the function does not depend on the place in a tie. *)
Lemma Ec_Ek l k w (f : R -> R -> R -> R) : (forall s, has_Ec w (f s)) ->
  expects w (fun c u => Ek l k (fun s a => f s c u)) (Ek l k (fun s a => Ec w (f s))).
Proof.
  intros H. unfold Ek. rewrite (mean_plain l _ (fun s => Ec w (f s))).
  apply (expects_same w (fun c u => sum l (fun x => share l k x * f (score x) c u))).
  { intros c u _ _. now rewrite (mean_plain l _ (fun s => f s c u)). }
  generalize (share l k). intros v. induction l as [|x r IH]; simpl; [apply expects_number|].
  apply (expects_same w (fun c u => v x * f (score x) c u + 1 * sum r (fun x => v x * f (score x) c u)));
    [intros; ring|].
  replace (v x * Ec w (f (score x)) + sum r (fun x => v x * Ec w (f (score x))))
    with (v x * Ec w (f (score x)) + 1 * sum r (fun x => v x * Ec w (f (score x)))) by ring.
  apply expects_linear; [now apply Ec_expects|exact IH].
Qed.

(** What is asked of a density and a law of the threshold: c has moments, also where the threshold is below a score. *)
Definition lawful (w : density) (T : R -> R -> R) : Prop := (forall j, has_Ec w (fun c _ => c ^ j)) /\
  forall s j, has_Ec w (fun c u => c ^ j * above (s - T c u)).
Section Lawful.
Variables (w : density) (T : R -> R -> R).
Hypothesis L : lawful w T.
Lemma has_Ec_c : has_Ec w (fun c u => c).
Proof. apply (has_Ec_same w _ (fun c _ => c ^ 1)); [intros; simpl; ring|]. apply L. Qed.
Lemma has_Ec_pow j : has_Ec w (fun c u => c ^ j).
Proof. apply L. Qed.
Lemma has_Ec_below s : has_Ec w (fun c u => above (s - T c u)).
Proof. apply (has_Ec_same w _ (fun c u => c ^ 0 * above (s - T c u))); [intros; simpl; ring|]. apply L. Qed.
Lemma has_Ec_c_below s : has_Ec w (fun c u => c * above (s - T c u)).
Proof. apply (has_Ec_same w _ (fun c u => c ^ 1 * above (s - T c u))); [intros; simpl; ring|]. apply L. Qed.
Lemma has_Ec_Ek l k : has_Ec w (fun c u => Ek l k (fun s a => above (s - T c u))).
Proof. eexists. apply (Ec_Ek l k w (fun s c u => above (s - T c u))). apply has_Ec_below. Qed.
Lemma has_Ec_c_Ek l k : has_Ec w (fun c u => c * Ek l k (fun s a => above (s - T c u))).
Proof.
  apply (has_Ec_same w _ (fun c u => Ek l k (fun s a => c * above (s - T c u)))).
  - intros. unfold Ek. symmetry. apply (mean_scal l (share l k) c (fun s _ => above (s - T c u))).
    apply (has_mean_plain l (fun s => above (s - T c u))).
  - eexists. apply (Ec_Ek l k w (fun s c u => c * above (s - T c u))). apply has_Ec_c_below.
Qed.
Lemma F_at_above l k t : both_classes l -> F_at l k t = 1 - Ek l k (fun s a => above (s - t)).
Proof.
  intros B. rewrite (cdf_is_a_mean l k t B). f_equal. apply Ek_same. intros. apply lt_above.
Qed.
Lemma has_Ec_F l k : both_classes l -> has_Ec w (fun c u => F_at l k (T c u)).
Proof.
  intros B. apply (has_Ec_same w _ (combined [(1, fun _ _ => 1); (-1, fun c u => Ek l k (fun s a => above (s - T c u)))])).
  - intros. simpl. rewrite F_at_above by auto. ring.
  - apply has_Ec_combined. intros t [<- | [<- | []]]; cbn [snd]; [apply has_Ec_number|apply has_Ec_Ek].
Qed.
Lemma has_Ec_c_F l k : both_classes l -> has_Ec w (fun c u => c * F_at l k (T c u)).
Proof.
  intros B. apply (has_Ec_same w _ (combined [(1, fun c _ => c); (-1, fun c u => c * Ek l k (fun s a => above (s - T c u)))])).
  - intros. simpl. rewrite F_at_above by auto. ring.
  - apply has_Ec_combined. intros t [<- | [<- | []]]; cbn [snd]; [apply has_Ec_c|apply has_Ec_c_Ek].
Qed.
Lemma has_Ec_Qc l p : both_classes l -> has_Ec w (fun c u => Qc l p (T c u) c).
Proof.
  intros B. apply (has_Ec_same w _ (combined [(2 * p false, fun c _ => c); (- 2 * p false, fun c u => c * F_at l false (T c u));
    (2 * p true, fun c u => F_at l true (T c u)); (- 2 * p true, fun c u => c * F_at l true (T c u))])).
  - intros. simpl. rewrite loss_at_threshold. ring.
  - apply has_Ec_combined. intros t [<- | [<- | [<- | [<- | []]]]]; cbn [snd];
      [apply has_Ec_c|now apply has_Ec_c_F|now apply has_Ec_F|now apply has_Ec_c_F].
Qed.
End Lawful.

(** Expected losses, for costs and for skews. *)
Definition Loss (l : sample) (p : bool -> R) (v : reading) (w : density) (m : method) : R := the (loss l p v w m).
Definition has_loss (l : sample) (p : bool -> R) (v : reading) (w : density) (m : method) : Prop := exists x, loss l p v w m x.
Definition Loss_for_skews (l : sample) (v : reading) (w : density) (m : method) : R := the (loss_for_skews l v w m).
Definition has_loss_for_skews (l : sample) (v : reading) (w : density) (m : method) : Prop :=
  exists x, loss_for_skews l v w m x.
Lemma Loss_on_scores l p v w T : both_classes l -> lawful w T -> has_loss l p v w (on_scores T) /\
  Loss l p v w (on_scores T) = Ec w (fun c u => Qc l p (T c u) c).
Proof.
  intros B L. pose proof (Ec_expects w _ (has_Ec_Qc w T L l p B)) as H. apply (loss_on_scores l p v) in H. split; [now exists (Ec w (fun c u => Qc l p (T c u) c))|].
  apply the_is; auto. intros y Y. apply loss_on_scores in Y, H. exact (expects_one w _ _ _ Y H).
Qed.
Lemma Loss_for_skews_on_scores l v w T : both_classes l -> lawful w T -> has_loss_for_skews l v w (on_scores T) /\
  Loss_for_skews l v w (on_scores T) = Loss l halves v w (on_scores T).
Proof.
  intros B L. destruct (Loss_on_scores l halves v w T B L) as [[x X] _]. assert (U : forall y, loss l halves v w (on_scores T) y -> y = x).
  { intros y Y. apply loss_on_scores in Y, X. exact (expects_one w _ _ _ Y X). }
  split; [exists x; now apply skews_balance_classes|]. unfold Loss. rewrite (the_is _ x U X). apply the_is.
  - intros y Y. apply U. now apply skews_balance_classes.
  - now apply skews_balance_classes.
Qed.

(** * Under the uniform density *)

Fixpoint products (ts : list (R * (R -> R) * (R -> R))) (c u : R) : R :=
  match ts with [] => 0 | (k, f, g) :: r => k * (f c * g u) + products r c u end.
Fixpoint products_value (ts : list (R * (R -> R) * (R -> R))) : R :=
  match ts with [] => 0 | (k, f, g) :: r => k * (Ec uniform (fun c u => f c) * Ec uniform (fun c u => g c)) + products_value r end.
Lemma uniform_of_c f : piecewise f -> expects uniform (fun c _ => f c) (integral f 0 1).
Proof.
  intros P. exists f. split; [intros; apply is_RInt_const01|]. apply is_integral, piecewise_integrable; [exact P|lra].
Qed.
Lemma Ec_of_c f : piecewise f -> Ec uniform (fun c u => f c) = integral f 0 1.
Proof. intros P. now apply Ec_is, uniform_of_c. Qed.
Lemma uniform_product f g : piecewise f -> piecewise g ->
  expects uniform (fun c u => f c * g u) (integral f 0 1 * integral g 0 1).
Proof.
  intros P Q. exists (fun c => f c * integral g 0 1). split.
  - intros c _. apply (is_RInt_scal (V := R_NormedModule)), is_integral, piecewise_integrable; [exact Q|lra].
  - apply (is_RInt_same (fun c => integral g 0 1 * f c)); [intros; ring|]. rewrite Rmult_comm.
    apply (is_RInt_scal (V := R_NormedModule)), is_integral, piecewise_integrable; [exact P|lra].
Qed.
Lemma products_expects ts : (forall t, In t ts -> piecewise (snd (fst t)) /\ piecewise (snd t)) ->
  expects uniform (products ts) (products_value ts).
Proof.
  induction ts as [|[[k f] g] r IH]; intros H; [apply (expects_number uniform 0)|].
  destruct (H (k, f, g)) as [P Q]; [now left|]. simpl in P, Q. simpl products_value.
  apply (expects_same uniform (fun c u => k * (f c * g u) + 1 * products r c u)); [intros; simpl; ring|].
  replace (products_value r) with (1 * products_value r) by ring. apply expects_linear.
  - rewrite !Ec_of_c by auto. now apply uniform_product.
  - apply IH. intros t T. apply H. now right.
Qed.
Lemma Ec_products f ts : (forall c u, conditions c u -> f c u = products ts c u) ->
  (forall t, In t ts -> piecewise (snd (fst t)) /\ piecewise (snd t)) -> has_Ec uniform f /\ Ec uniform f = products_value ts.
Proof.
  intros E H. pose proof (products_expects ts H) as X. split.
  - apply (has_Ec_same uniform f (products ts) E). now exists (products_value ts).
  - rewrite (Ec_same uniform f (products ts) E) by now exists (products_value ts). now apply Ec_is.
Qed.
Lemma Ec_products_value f ts : (forall c u, conditions c u -> f c u = products ts c u) ->
  (forall t, In t ts -> piecewise (snd (fst t)) /\ piecewise (snd t)) -> Ec uniform f = products_value ts.
Proof. intros E H. now apply Ec_products. Qed.
Lemma piecewise_affine_above f : (forall t, f t = (f 1 - f 0) * t + f 0) -> piecewise (fun t => above (f t)).
Proof. intros H. apply piecewise_above. eauto. Qed.
Lemma piecewise_Ek l k (f : R -> R -> R) : (forall s, piecewise (f s)) -> piecewise (fun c => Ek l k (fun s a => f s c)).
Proof.
  intros H. assert (S : forall v, piecewise (fun c => sum l (fun x => v x * f (score x) c))).
  { intros v. induction l as [|x r IH]; simpl; [apply piecewise_const|]. apply piecewise_plus; [|exact IH].
    apply piecewise_mult; [apply piecewise_const|apply H]. }
  destruct (S (share l k)) as [cuts C]. exists cuts. intros x y X Y. destruct (C x y X Y) as [g [G E]]. exists g.
  split; auto. intros t T. rewrite <- E by auto. apply (mean_plain l (share l k) (fun s => f s t)).
Qed.
Lemma piecewise_F_at l k : both_classes l -> piecewise (fun t => F_at l k t).
Proof.
  intros B. assert (H : piecewise (fun t => 1 - Ek l k (fun s a => above (s - t)))).
  { apply piecewise_minus; [apply piecewise_const|]. apply piecewise_Ek. intros s. apply piecewise_affine_above. intros; ring. }
  destruct H as [cuts C]. exists cuts. intros x y X Y. destruct (C x y X Y) as [g [G E]]. exists g. split; auto.
  intros t T. rewrite <- E by auto. now apply F_at_above.
Qed.
Ltac pieces_in_c := repeat first
  [ (apply piecewise_F_at; assumption) | apply piecewise_const | apply piecewise_id | apply piecewise_plus
  | apply piecewise_minus | apply piecewise_mult | apply piecewise_opp | apply piecewise_div | apply piecewise_pow
  | apply piecewise_max | apply piecewise_min | (apply piecewise_affine_above; intros; ring)
  | (apply piecewise_Ek; intros) ].
Lemma Ec_power j : Ec uniform (fun c u => c ^ j) = 1 / (INR j + 1).
Proof.
  destruct (integral_power j) as [_ <-]. apply (Ec_of_c (fun c => c ^ j)). apply piecewise_pow, piecewise_id.
Qed.
Lemma uniform_lawful T : (forall s j, has_Ec uniform (fun c u => c ^ j * above (s - T c u))) -> lawful uniform T.
Proof. intros H. split; auto. intros j. eexists. apply (uniform_of_c (fun c => c ^ j)). apply piecewise_pow, piecewise_id. Qed.
(** The mean of f(c) where c is below y: an antiderivative from 0 to y. *)
Lemma Ec_switch (P f : R -> R) (g : R -> R -> R) y x : (forall c u, conditions c u -> g c u = f c * above (y - c)) ->
  0 <= y <= 1 -> (forall c, is_derive P c (f c)) -> (forall c, continuous f c) -> P y - P 0 = x -> Ec uniform g = x.
Proof.
  intros S Y D C <-. assert (Q : piecewise (fun c => f c * above (y - c))).
  { apply piecewise_mult; [now apply piecewise_continuous|]. apply (piecewise_affine_above (fun c => y - c)). intros; ring. }
  rewrite (Ec_same uniform g (fun c u => f c * above (y - c)) S) by (eexists; exact (uniform_of_c _ Q)).
  rewrite (Ec_of_c (fun c => f c * above (y - c)) Q).
  rewrite <- (integral_join _ 0 y 1) by (apply piecewise_integrable; [exact Q|lra]).
  rewrite (integral_ext (fun c => f c * above (y - c)) f 0 y); [|lra|intros c K; rewrite above_1 by lra; ring].
  rewrite (integral_ext (fun c => f c * above (y - c)) (fun _ => 0 * 0) y 1); [|lra|intros c K; rewrite above_0 by lra; ring].
  destruct (integral_derivative P f 0 y) as [_ ->]; [lra|intros; apply D|intros; apply C|].
  unfold integral. rewrite (RInt_const (V := R_CompleteNormedModule)). unfold scal; simpl; unfold mult; simpl. ring.
Qed.
Lemma Ec_switch_up (P f : R -> R) (g : R -> R -> R) y x : (forall c u, conditions c u -> g c u = f c * above (c - y)) ->
  0 <= y <= 1 -> (forall c, is_derive P c (f c)) -> (forall c, continuous f c) -> P 1 - P y = x -> Ec uniform g = x.
Proof.
  intros S Y D C <-. assert (Q : piecewise (fun c => f c * above (c - y))).
  { apply piecewise_mult; [now apply piecewise_continuous|]. apply (piecewise_affine_above (fun c => c - y)). intros; ring. }
  rewrite (Ec_same uniform g (fun c u => f c * above (c - y)) S) by (eexists; exact (uniform_of_c _ Q)).
  rewrite (Ec_of_c (fun c => f c * above (c - y)) Q).
  rewrite <- (integral_join _ 0 y 1) by (apply piecewise_integrable; [exact Q|lra]).
  rewrite (integral_ext (fun c => f c * above (c - y)) f y 1); [|lra|intros c K; rewrite above_1 by lra; ring].
  rewrite (integral_ext (fun c => f c * above (c - y)) (fun _ => 0 * 0) 0 y); [|lra|intros c K; rewrite above_0 by lra; ring].
  destruct (integral_derivative P f y 1) as [_ ->]; [lra|intros; apply D|intros; apply C|].
  unfold integral. rewrite (RInt_const (V := R_CompleteNormedModule)). unfold scal; simpl; unfold mult; simpl. ring.
Qed.
(** The same for any y, which is z once it is put between 0 and 1. *)
Lemma Ec_switch_clipped (P f : R -> R) (g : R -> R -> R) y z x : (forall c u, conditions c u -> g c u = f c * above (y - c)) ->
  (y <= 0 -> z = 0) -> (0 <= y <= 1 -> z = y) -> (1 <= y -> z = 1) -> (forall c, is_derive P c (f c)) -> (forall c, continuous f c) ->
  P z - P 0 = x -> Ec uniform g = x.
Proof.
  intros S Z0 Z Z1 D C V. destruct (Rle_dec y 0) as [L|L]; [|destruct (Rle_dec 1 y) as [H|H]; [|]].
  - rewrite (Z0 L) in V. rewrite (Ec_same uniform g (fun c u => f c * above (0 - c))).
    + apply (Ec_switch P f _ 0 x); auto; lra.
    + intros c u K. rewrite (S c u K), !above_0; [reflexivity| |]; destruct K; lra.
    + eexists. apply (uniform_of_c (fun c => f c * above (0 - c))). apply piecewise_mult; [now apply piecewise_continuous|].
      apply (piecewise_affine_above (fun c => 0 - c)). intros; ring.
  - rewrite (Z1 H) in V. assert (Q : piecewise (fun c => f c * above (y - c))).
    { apply piecewise_mult; [now apply piecewise_continuous|]. apply (piecewise_affine_above (fun c => y - c)). intros; ring. }
    rewrite (Ec_same uniform g (fun c u => f c * above (y - c)) S) by (eexists; exact (uniform_of_c _ Q)).
    rewrite (Ec_of_c (fun c => f c * above (y - c)) Q).
    rewrite (integral_ext (fun c => f c * above (y - c)) f 0 1); [|lra|intros c K; rewrite above_1 by lra; ring].
    destruct (integral_derivative P f 0 1) as [_ ->]; [lra|intros; apply D|intros; apply C|exact V].
  - rewrite Z in V by lra. apply (Ec_switch P f g y x); auto. lra.
Qed.
Lemma Ec_switch_up_clipped (P f : R -> R) (g : R -> R -> R) y z x : (forall c u, conditions c u -> g c u = f c * above (c - y)) ->
  (y <= 0 -> z = 0) -> (0 <= y <= 1 -> z = y) -> (1 <= y -> z = 1) -> (forall c, is_derive P c (f c)) -> (forall c, continuous f c) ->
  P 1 - P z = x -> Ec uniform g = x.
Proof.
  intros S Z0 Z Z1 D C V. destruct (Rle_dec 1 y) as [L|L]; [|destruct (Rle_dec y 0) as [H|H]; [|]].
  - rewrite (Z1 L) in V. rewrite (Ec_same uniform g (fun c u => f c * above (c - 1))).
    + apply (Ec_switch_up P f _ 1 x); auto; lra.
    + intros c u K. rewrite (S c u K), !above_0; [reflexivity| |]; destruct K; lra.
    + eexists. apply (uniform_of_c (fun c => f c * above (c - 1))). apply piecewise_mult; [now apply piecewise_continuous|].
      apply (piecewise_affine_above (fun c => c - 1)). intros; ring.
  - rewrite (Z0 H) in V. assert (Q : piecewise (fun c => f c * above (c - y))).
    { apply piecewise_mult; [now apply piecewise_continuous|]. apply (piecewise_affine_above (fun c => c - y)). intros; ring. }
    rewrite (Ec_same uniform g (fun c u => f c * above (c - y)) S) by (eexists; exact (uniform_of_c _ Q)).
    rewrite (Ec_of_c (fun c => f c * above (c - y)) Q).
    rewrite (integral_ext (fun c => f c * above (c - y)) f 0 1); [|lra|intros c K; rewrite above_1 by lra; ring].
    destruct (integral_derivative P f 0 1) as [_ ->]; [lra|intros; apply D|intros; apply C|exact V].
  - rewrite Z in V by lra. apply (Ec_switch_up P f g y x); auto. lra.
Qed.
Lemma scored_unit l s : unit_scores l -> scored l s -> 0 <= s <= 1.
Proof. intros U [x [X <-]]. now apply U. Qed.
Lemma scored_pav l p v s : both_classes l -> proportions p -> is_pav l p v -> scored l s -> 0 <= v s <= 1.
Proof. intros B P V [x [X <-]]. now apply (pav_01 l p v x). Qed.

(** * What closes a line *)

(** What is put between two ends, where it is below, between or above them. *)
Ltac clipped := intros; unfold Rmax; repeat destruct Rle_dec; lra.
Ltac scores_known := repeat match goal with U : unit_scores ?l, X : scored ?l ?s |- _ =>
  lazymatch goal with H : 0 <= s <= 1 |- _ => fail | _ => pose proof (scored_unit l s U X) end end;
  repeat match goal with B : both_classes ?l, P : proportions ?p, V : is_pav ?l ?p ?v, X : scored ?l ?s |- _ =>
  lazymatch goal with H : 0 <= v s <= 1 |- _ => fail | _ => pose proof (scored_pav l p v s B P V X) end end.
(** Ranks lie in [0, 1], and so do rates. *)
Ltac rate_known p P := match goal with B : both_classes ?l, A : 0 < ?a < 1, X : scored ?l ?s |- _ => let Q := fresh in
  pose proof (cdf_01 l (weight l p) s a (weight_counts l p B P) (conj (Rlt_le _ _ (proj1 A)) (Rlt_le _ _ (proj2 A)))) as Q;
  change (cdf l (weight l p) s a) with (Rate l p s a) in Q; rewrite Rate_both in Q;
  try (match goal with H : p true = 1 - p false |- _ => rewrite H in Q end) end.
Ltac ranks_known := match goal with B : both_classes ?l, P : proportions ?p, A : 0 < ?a < 1, X : scored ?l ?s |- _ =>
  let Q0 := fresh in let Q1 := fresh in
  pose proof (cdf_01 l (share l false) s a (share_counts l false B) (conj (Rlt_le _ _ (proj1 A)) (Rlt_le _ _ (proj2 A)))) as Q0;
  pose proof (cdf_01 l (share l true) s a (share_counts l true B) (conj (Rlt_le _ _ (proj1 A)) (Rlt_le _ _ (proj2 A)))) as Q1;
  change (cdf l (share l false) s a) with (F l false s a) in Q0; change (cdf l (share l true) s a) with (F l true s a) in Q1;
  rate_known p P; try (match goal with |- context [halves] => rate_known halves halves_proportions end) end.
(** Each switch is on or off. *)
Ltac settled := scores_known; repeat match goal with
  | |- context [above ?d] => first [rewrite (above_1 d) by lra | rewrite (above_0 d) by lra]
  | |- context [Rmax ?x ?y] => first [rewrite (Rmax_left x y) by lra | rewrite (Rmax_right x y) by lra]
  | |- context [Rmin ?x ?y] => first [rewrite (Rmin_left x y) by lra | rewrite (Rmin_right x y) by lra]
  | |- context [Rabs ?x] => first [rewrite (Rabs_pos_eq x) by lra | rewrite (Rabs_left1 x) by lra] end;
  unfold ind; repeat (destruct Rlt_dec; try (exfalso; lra)); repeat (destruct Rle_dec; try (exfalso; lra)).
Ltac extremes := scores_known; Lines.extremes.
Ltac clipped_value := first [ fld | unfold Rmax; repeat destruct Rle_dec; first [ ring | field | lra | nra ] ].
Ltac signs := try (match goal with H : ?p true = 1 - ?p false |- _ => rewrite ?H end);
  unfold above, ind; repeat destruct Rlt_dec; try lra; exfalso; first [nra | scores_known; first [lra | nra]].

Ltac same_value H := refine (has_Ec_same _ _ _ _ H); intros; cbv beta; first
  [ reflexivity | ring | f_equal; ring | apply Ek_same; intros; f_equal; ring | f_equal; apply Ek_same; intros; f_equal; ring
  | f_equal; f_equal; ring ].
Ltac valued_one := first [ apply has_Ec_number |
  match goal with L : lawful ?w ?T, B : both_classes ?l |- has_Ec ?w _ => first
    [ same_value (has_Ec_c w T L) | same_value (has_Ec_Qc w T L l _ B) | same_value (has_Ec_F w T L l true B)
    | same_value (has_Ec_F w T L l false B) | same_value (has_Ec_c_F w T L l true B)
    | same_value (has_Ec_c_F w T L l false B) | same_value (has_Ec_Ek w T L l true) | same_value (has_Ec_Ek w T L l false)
    | same_value (has_Ec_c_Ek w T L l true) | same_value (has_Ec_c_Ek w T L l false)
    | match goal with s : R |- _ => first [ same_value (has_Ec_below w T L s) | same_value (has_Ec_c_below w T L s) ] end
    ] end ].
Ltac each tac := let t := fresh in let T := fresh in intros t T;
  repeat (destruct T as [<- | T]; [|]); try destruct T; cbn [fst snd]; tac.
Ltac valued := each valued_one.
Ltac pieced := each ltac:(split; pieces_in_c).
Ltac smooth := intros; apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); now auto_derive.
Ltac derived := intros; auto_derive; [auto | try field].
(** Laws of c, or of u, under the uniform density: f(c), f(u), with f affine. *)
Ltac powers := let c := fresh "c" in let u := fresh "u" in intros c u _; cbn [products]; cbv beta;
  match goal with |- context [c ^ ?j] => generalize (c ^ j) end; intros; ring.
Ltac lawful_of_c f := let s := fresh "s" in let j := fresh "j" in apply uniform_lawful; intros s j;
  refine (proj1 (Ec_products _ [(1, (fun c : R => c ^ j * above (s - f c)), (fun _ : R => 1))] _ _)); [powers | pieced].
Ltac lawful_of_u f := let s := fresh "s" in let j := fresh "j" in apply uniform_lawful; intros s j;
  refine (proj1 (Ec_products _ [(1, (fun c : R => c ^ j), (fun u : R => above (s - f u)))] _ _)); [powers | pieced].

(** * All of it at one cost proportion, which is put into [0, 1] where it lies elsewhere *)

Definition unit_number (x : R) : Prop := 0 <= x <= 1.
(** That a number, with letters for others, lies in [0, 1]. *)
Ltac within_unit := unfold unit_number in *; first [lra | nra].
Lemma clipped_01 q : 0 <= Rmax 0 (Rmin 1 q) <= 1.
Proof. split; [apply Rmax_l|]. apply Rmax_lub; [lra|apply Rmin_l]. Qed.
Definition at_cost (q : R) : density := point (Rmax 0 (Rmin 1 q)) (clipped_01 q).
Lemma at_cost_expects q f x : 0 <= q <= 1 -> (forall u, 0 <= u <= 1 -> f q u = x) -> expects (at_cost q) f x.
Proof.
  intros Q H. simpl. rewrite Rmin_right, Rmax_right by lra. apply (is_RInt_same (fun _ => x)); [|apply is_RInt_const01].
  intros u U. symmetry. auto.
Qed.
Lemma Ec_at_cost q f g x : 0 <= q <= 1 -> (forall c u, conditions c u -> f c u = g c u) ->
  (forall u, 0 <= u <= 1 -> g q u = x) -> Ec (at_cost q) f = x.
Proof.
  intros Q E H. apply Ec_is, at_cost_expects; auto. intros u U. rewrite E; [auto|split; auto].
Qed.
Lemma has_Ec_at_cost q (f : R -> R) : 0 <= q <= 1 -> has_Ec (at_cost q) (fun c _ => f c).
Proof. intros Q. exists (f q). now apply at_cost_expects. Qed.
Lemma lawful_at_cost q (g : R -> R) : 0 <= q <= 1 -> lawful (at_cost q) (fun c _ => g c).
Proof.
  intros Q. split.
  - intros j. now apply (has_Ec_at_cost q (fun c => c ^ j)).
  - intros s j. now apply (has_Ec_at_cost q (fun c => c ^ j * above (s - g c))).
Qed.
(** Switches with equal arguments are written alike. *)
Ltac switches_alike := repeat match goal with |- context [above ?x] => match goal with |- context [above ?y] =>
  tryif constr_eq x y then fail else replace (above x) with (above y) by (f_equal; lra) end end.
(** Class means at class proportions of one half each are written alike. *)
Ltac halves_alike := unfold halves; repeat match goal with |- context [Ek ?l ?k ?f] => match goal with |- context [Ek l k ?g] =>
  tryif constr_eq f g then fail
  else replace (Ek l k f) with (Ek l k g) by (apply Ek_same; intros; cbv beta; switches_alike; fld) end end.
