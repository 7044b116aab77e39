(** Axioms on the shares of the classes: the posterior and the calibrated score. *)
Require Import Reals Lra List Psatz Bool.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav.
Import ListNotations.
Open Scope R_scope.

(** v is pav(s): the isotonic regression of the class on the score, each example with its weight. *)
Definition is_pav (l : sample) (p : bool -> R) (v : R -> R) : Prop :=
  regression score (is true) (weight l p) l v.
Theorem pav_exists l p : both_classes l -> proportions p -> exists v, is_pav l p v.
Proof. intros B P. apply regression_exists. intros. now apply weight_pos. Qed.
Theorem pav_unique l p v u : both_classes l -> proportions p -> is_pav l p v -> is_pav l p u ->
  forall x, In x l -> v (score x) = u (score x).
Proof. intros B P. apply regression_unique. intros. now apply weight_pos. Qed.

Lemma Ek1_sum l p f : p true * Ek l true f = sum l (fun x => weight l p x * is true x * integral (f (score x)) 0 1).
Proof.
  unfold Ek, mean. rewrite <- sum_scal. apply sum_ext. intros x _. rewrite <- share_1. ring.
Qed.
Lemma Ek0_sum l p f : p false * Ek l false f
  = sum l (fun x => weight l p x * (1 - is true x) * integral (f (score x)) 0 1).
Proof.
  unfold Ek, mean. rewrite <- sum_scal. apply sum_ext. intros x _. rewrite <- share_0. ring.
Qed.

(** Among the examples of one score the classes are met in the shares of the posterior. *)
Lemma posterior_ties l p s : both_classes l -> proportions p -> (exists x, In x l /\ score x = s) ->
  sum l (fun x => ind (Req_EM_T (score x) s) * (weight l p x * (is true x - posterior l p (score x)))) = 0.
Proof.
  intros B P [z [Z Zs]].
  assert (D : 0 < sum l (fun x => ind (Req_EM_T (score x) s) * weight l p x)).
  { apply sum_pos with z; auto.
    - intros x _. pose proof (weight_pos l p x B P). pose proof (ind_01 (Req_EM_T (score x) s)). nra.
    - unfold ind. destruct (Req_EM_T (score z) s); [|congruence]. pose proof (weight_pos l p z B P). lra. }
  rewrite (sum_ext l _ (fun x => ind (Req_EM_T (score x) s) * (weight l p x * is true x)
     - posterior l p s * (ind (Req_EM_T (score x) s) * weight l p x))).
  - rewrite sum_minus, sum_scal. unfold posterior. field. lra.
  - intros x _. unfold ind. destruct (Req_EM_T (score x) s) as [-> | _]; ring.
Qed.
Lemma posterior_levels l p (g : R -> R) : both_classes l -> proportions p ->
  sum l (fun x => g (score x) * (weight l p x * (is true x - posterior l p (score x)))) = 0.
Proof.
  intros B P. apply (sum_levels score (fun x => weight l p x * (is true x - posterior l p (score x))) g).
  intros s. destruct (Exists_dec (fun x => score x = s) l (fun x => Req_EM_T (score x) s)) as [Ex | Nx].
  - apply posterior_ties; auto. apply Exists_exists in Ex. exact Ex.
  - transitivity (sum l (fun _ => 0)); [|apply sum_zero]. apply sum_ext. intros x X. unfold ind.
    destruct (Req_EM_T (score x) s) as [K|]; [|ring]. exfalso. apply Nx, Exists_exists. eauto.
Qed.

(** Axiom classes_share_scores. Any f of the score and of the place among its ties, at any class proportions.
    left: pi1*E1(f)
    relation: ==
    right: E(posterior(s)*f) *)
Theorem classes_share_scores l p f : both_classes l -> proportions p -> has_mean l f ->
  p true * Ek l true f = E l p (fun s a => posterior l p s * f s a).
Proof.
  intros B P H. rewrite Ek1_sum. unfold E, mean.
  pose proof (posterior_levels l p (fun s => integral (f s) 0 1) B P) as L.
  apply Rminus_diag_uniq. rewrite <- sum_minus. etransitivity; [|exact L]. apply sum_ext. intros x X.
  rewrite (integral_scal (posterior l p (score x)) (f (score x))) by auto. ring.
Qed.

(** Axiom hull_is_calibrated. Any g, at any class proportions.
    left: pi1*E1(g(pav(s)))
    relation: ==
    right: E(pav(s)*g(pav(s))) *)
Theorem hull_is_calibrated l p v (g : R -> R) : is_pav l p v ->
  p true * Ek l true (fun s _ => g (v s)) = E l p (fun s _ => v s * g (v s)).
Proof.
  intros V. rewrite Ek1_sum. unfold E. rewrite (mean_plain l _ (fun s => v s * g (v s))).
  pose proof (of_blocks score (is true) (weight l p) l v g V) as L.
  apply Rminus_diag_uniq. rewrite <- sum_minus. etransitivity; [|exact L]. apply sum_ext. intros x _. rewrite integral_const. ring.
Qed.

(** What [given calibrated] says. *)
Definition calibrated_scores (l : sample) (p : bool -> R) : Prop :=
  forall x, In x l -> posterior l p (score x) = score x.

(** Axiom calibrated. The assumption, at each score.
    given: calibrated
    left: posterior(s)
    relation: ==
    right: s *)
Theorem calibrated l p x : calibrated_scores l p -> In x l -> posterior l p (score x) = score x.
Proof. auto. Qed.

(** Axiom calibrated_hull. At each score.
    given: calibrated
    left: pav(s)
    relation: ==
    right: s *)
Theorem calibrated_hull l p v x : both_classes l -> proportions p -> is_pav l p v -> calibrated_scores l p ->
  In x l -> v (score x) = score x.
Proof.
  intros B P V C X. apply (pav_unique l p v (fun s => s) B P V); auto.
  assert (L : forall g : R -> R, sum l (fun x => g (score x) * (weight l p x * (is true x - score x))) = 0).
  { intros g. etransitivity; [|exact (posterior_levels l p g B P)]. apply sum_ext. intros z Z. now rewrite C. }
  split; auto.
  - intros q. apply (L (fun s => ind (Req_EM_T s q))).
  - intros t. right. apply (L (fun s => ind (Rlt_dec t s))).
Qed.

(** Axiom no_ties. Any g of the posterior and of the place, for each class.
    given: no_ties
    left: Ek(g(posterior(s)))
    relation: ==
    right: Ek(g(k)) *)
Theorem no_ties l p k (g : R -> R -> R -> R) : both_classes l -> proportions p -> without_ties l ->
  Ek l k (fun s a => g (posterior l p s) s a) = Ek l k (fun s a => g (if k then 1 else 0) s a).
Proof.
  intros B P N. apply sum_ext. intros x X. unfold share. destruct (Bool.bool_dec (snd x) k) as [K | K].
  - f_equal. apply integral_ext; [lra|]. intros a _. f_equal.
    pose proof (posterior_ties l p (score x) B P (ex_intro _ x (conj X eq_refl))) as T.
    rewrite (sum_ext l _ (fun z => ind (Req_EM_T (score z) (score x)) * weight l p z * (is true x - posterior l p (score x)))) in T.
    2: { intros z Z. unfold ind. destruct (Req_EM_T (score z) (score x)) as [Q|]; [|ring]. rewrite (N z x Z X Q). ring. }
    rewrite sum_scal_r in T. apply Rmult_integral in T as [T | T].
    + exfalso. assert (0 < sum l (fun z => ind (Req_EM_T (score z) (score x)) * weight l p z)); [|lra].
      apply sum_pos with x; auto.
      * intros z _. pose proof (weight_pos l p z B P). pose proof (ind_01 (Req_EM_T (score z) (score x))). nra.
      * unfold ind. destruct (Req_EM_T (score x) (score x)); [|congruence]. pose proof (weight_pos l p x B P). lra.
    + replace (if k then 1 else 0) with (is true x); [lra|]. unfold is. rewrite K. now destruct k.
  - replace (is k x) with 0; [unfold Rdiv; ring|]. unfold is. destruct (snd x), k; simpl; congruence || reflexivity.
Qed.

(** Axiom isotonic. Any h that increases with the place, ties included, at any class proportions.
    left: E(posterior(s)*h)
    relation: <=
    right: E(pav(s)*h) *)
Theorem isotonic l p v h : both_classes l -> proportions p -> is_pav l p v -> increasing l h -> has_mean l h ->
  E l p (fun s a => posterior l p s * h s a) <= E l p (fun s a => v s * h s a).
Proof.
  intros B P V I H. rewrite <- classes_share_scores by auto. rewrite Ek1_sum. unfold E, mean.
  pose proof (of_increasing score (is true) (weight l p) l v (fun x => integral (h (score x)) 0 1) V) as L.
  assert (M : forall x z, In x l -> In z l -> score x <= score z -> integral (h (score x)) 0 1 <= integral (h (score z)) 0 1).
  { intros x z X Z K. apply integral_le; auto; [lra|]. intros a A. apply I; auto; try lra. unfold upto.
    destruct (Req_dec (score x) (score z)); [right|left]; lra. }
  specialize (L M). apply Rminus_le. eapply Rle_trans; [|exact L]. right.
  rewrite <- sum_minus. apply sum_ext. intros x X.
  rewrite (integral_scal (v (score x)) (h (score x))) by auto. ring.
Qed.
