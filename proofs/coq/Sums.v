(** Finite sums over lists. *)
Require Import Reals Lra List Permutation Arith Lia.
From Workbench Require Import Integral.
Import ListNotations.
Open Scope R_scope.

Section Sums.
Context {A : Type}.

Fixpoint sum (l : list A) (f : A -> R) : R := match l with [] => 0 | x :: r => f x + sum r f end.

Lemma sum_ext l f g : (forall x, In x l -> f x = g x) -> sum l f = sum l g.
Proof. induction l; simpl; intros H; [reflexivity|]. rewrite H, IHl; auto. Qed.
Lemma sum_le l f g : (forall x, In x l -> f x <= g x) -> sum l f <= sum l g.
Proof. induction l; simpl; intros H; [lra|]. apply Rplus_le_compat; auto. Qed.
Lemma sum_zero l : sum l (fun _ => 0) = 0.
Proof. induction l; simpl; lra. Qed.
Lemma sum_ge0 l f : (forall x, In x l -> 0 <= f x) -> 0 <= sum l f.
Proof. intros H. rewrite <- (sum_zero l). now apply sum_le. Qed.
Lemma sum_plus l f g : sum l (fun x => f x + g x) = sum l f + sum l g.
Proof. induction l; simpl; lra. Qed.
Lemma sum_minus l f g : sum l (fun x => f x - g x) = sum l f - sum l g.
Proof. induction l; simpl; lra. Qed.
Lemma sum_scal l k f : sum l (fun x => k * f x) = k * sum l f.
Proof. induction l; simpl; [lra|rewrite IHl; ring]. Qed.
Lemma sum_scal_r l k f : sum l (fun x => f x * k) = sum l f * k.
Proof. induction l; simpl; [lra|rewrite IHl; ring]. Qed.
Lemma sum_div l k f : sum l (fun x => f x / k) = sum l f / k.
Proof. apply sum_scal_r. Qed.
Lemma sum_app l r f : sum (l ++ r) f = sum l f + sum r f.
Proof. induction l; simpl; lra. Qed.
Lemma sum_filter P l f : sum (filter P l) f = sum l (fun x => if P x then f x else 0).
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. destruct (P x); simpl; lra. Qed.
Lemma sum_permutation l r f : Permutation l r -> sum l f = sum r f.
Proof. induction 1; simpl; lra. Qed.
Lemma sum_pos l f y : (forall x, In x l -> 0 <= f x) -> In y l -> 0 < f y -> 0 < sum l f.
Proof.
  induction l as [|x l IH]; simpl; [tauto|]. intros N [<- | Y] P.
  - pose proof (sum_ge0 l f (fun z Z => N z (or_intror Z))). lra.
  - pose proof (IH (fun z Z => N z (or_intror Z)) Y P). pose proof (N x (or_introl eq_refl)). lra.
Qed.
(** A sum of nonnegative terms is no less than one of them. *)
Lemma sum_ge_one l f y : (forall x, In x l -> 0 <= f x) -> In y l -> f y <= sum l f.
Proof.
  induction l as [|x l IH]; simpl; [tauto|]. intros N [<- | Y].
  - pose proof (sum_ge0 l f (fun z Z => N z (or_intror Z))). lra.
  - pose proof (IH (fun z Z => N z (or_intror Z)) Y). pose proof (N x (or_introl eq_refl)). lra.
Qed.
Lemma filter_length_le (P : A -> bool) l : (length (filter P l) <= length l)%nat.
Proof. induction l as [|x l IH]; simpl; [lia|]. destruct (P x); simpl; lia. Qed.
Lemma filter_shorter (P : A -> bool) l x : In x l -> P x = false -> (length (filter P l) < length l)%nat.
Proof.
  induction l as [|y l IH]; simpl; [tauto|]. intros [-> | X] N.
  - rewrite N. pose proof (filter_length_le P l). lia.
  - pose proof (IH X N). pose proof (filter_length_le P l). destruct (P y); simpl; lia.
Qed.
(** The least and the greatest of some numbers. *)
Lemma least_of l (f : A -> R) : l <> [] -> exists y, In y l /\ forall x, In x l -> f y <= f x.
Proof.
  induction l as [|x [|z r] IH]; [congruence| |].
  - intros _. exists x. split; [now left|]. intros y [<- | []]. lra.
  - intros _. destruct IH as [y [Y M]]; [discriminate|]. destruct (Rle_dec (f x) (f y)) as [L|L].
    + exists x. split; [now left|]. intros w [<- | W]; [lra|]. pose proof (M w W). lra.
    + exists y. split; [now right|]. intros w [<- | W]; [lra|auto].
Qed.
Lemma greatest_of l (f : A -> R) : l <> [] -> exists y, In y l /\ forall x, In x l -> f x <= f y.
Proof.
  intros N. destruct (least_of l (fun x => - f x) N) as [y [Y M]].
  exists y. split; [exact Y|]. intros x X. pose proof (M x X). lra.
Qed.
(** If what stands at each value of p adds up to zero, so does it times any function of p. *)
Lemma sum_levels (p d : A -> R) (g : R -> R) l :
  (forall v, sum l (fun x => ind (Req_EM_T (p x) v) * d x) = 0) -> sum l (fun x => g (p x) * d x) = 0.
Proof.
  remember (length l) as n eqn:N. revert l N. induction n as [n IH] using lt_wf_ind. intros l N H.
  destruct l as [|y l]; [reflexivity|]. set (v := p y).
  set (P := fun x => if Req_EM_T (p x) v then false else true).
  assert (S : forall f, sum (y :: l) f
     = sum (filter P (y :: l)) f + sum (y :: l) (fun x => ind (Req_EM_T (p x) v) * f x)).
  { intros f. rewrite sum_filter, <- sum_plus. apply sum_ext. intros x _. unfold P, ind.
    destruct Req_EM_T; lra. }
  rewrite S, (IH (length (filter P (y :: l)))) with (l := filter P (y :: l)); auto.
  2: { subst n. apply filter_shorter with y; [now left|]. unfold P, v. destruct Req_EM_T; congruence. }
  - rewrite (sum_ext _ _ (fun x => g v * (ind (Req_EM_T (p x) v) * d x))).
    + rewrite sum_scal, H. ring.
    + intros x _. unfold ind. destruct (Req_EM_T (p x) v) as [-> | _]; ring.
  - intros z. destruct (Req_EM_T z v) as [-> | Z].
    + rewrite sum_filter. transitivity (sum (y :: l) (fun _ => 0)); [|apply sum_zero]. apply sum_ext. intros x _. unfold P, ind.
      destruct (Req_EM_T (p x) v); simpl; lra.
    + rewrite sum_filter. etransitivity; [|apply (H z)]. apply sum_ext. intros x _. unfold P, ind.
      destruct (Req_EM_T (p x) v), (Req_EM_T (p x) z); simpl; try lra; congruence.
Qed.
(** Summation by parts: sums over upper sets that are at most zero make each increasing mean so. *)
Lemma sum_increasing (s d H : A -> R) l :
  (forall x y, In x l -> In y l -> s x <= s y -> H x <= H y) -> (forall x, In x l -> 0 <= H x) ->
  sum l d <= 0 -> (forall t, sum l (fun x => ind (Rlt_dec t (s x)) * d x) <= 0) -> sum l (fun x => H x * d x) <= 0.
Proof.
  remember (length l) as n eqn:N. revert l N H. induction n as [n IH] using lt_wf_ind. intros l N H M P T U.
  destruct l as [|y0 l0]; [simpl; lra|]. destruct (least_of (y0 :: l0) s) as [y [Y L]]; [discriminate|].
  set (l := y0 :: l0) in *. set (B := fun x => if Rlt_dec (s y) (s x) then true else false).
  assert (I : sum (filter B l) (fun x => (H x - H y) * d x) <= 0).
  { apply (IH (length (filter B l))); auto.
    - subst n. apply filter_shorter with y; auto. unfold B. destruct (Rlt_dec (s y) (s y)); [lra|reflexivity].
    - intros a b a' b' c. apply filter_In in a', b'. enough (H a <= H b) by lra. apply M; tauto.
    - intros x X. apply filter_In in X. enough (H y <= H x) by lra. apply M; try tauto. apply L. tauto.
    - rewrite sum_filter. eapply Rle_trans; [|apply (U (s y))]. right. apply sum_ext. intros x _.
      unfold B, ind. destruct Rlt_dec; lra.
    - intros t. rewrite sum_filter. eapply Rle_trans; [|apply (U (Rmax t (s y)))]. right. apply sum_ext.
      intros x _. unfold B, ind. pose proof (Rmax_l t (s y)). pose proof (Rmax_r t (s y)).
      destruct (Rlt_dec (s y) (s x)), (Rlt_dec t (s x)), (Rlt_dec (Rmax t (s y)) (s x)); try lra.
      exfalso. apply n0. apply Rmax_lub_lt; auto. }
  rewrite sum_filter in I.
  replace (sum l (fun x => H x * d x))
    with (H y * sum l d + sum l (fun x => if B x then (H x - H y) * d x else 0)).
  - pose proof (P y Y). nra.
  - rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros x X. unfold B. destruct Rlt_dec as [_|G]; [ring|].
    assert (E : H x = H y); [|rewrite E; ring].
    apply Rle_antisym; apply M; auto; pose proof (L x X); lra.
Qed.
(** Induction over scores: a list is empty, or has a greatest score, which some share, and the others below. *)
Lemma list_by_scores (s : A -> R) (P : list A -> Prop) : P [] ->
  (forall l t, P (filter (fun x => if Rlt_dec (s x) t then true else false) l) ->
    (forall x, In x l -> s x <= t) -> (exists y, In y l /\ s y = t) -> P l) -> forall l, P l.
Proof.
  intros P0 PS l. remember (length l) as n eqn:N. revert l N. induction n as [n IH] using lt_wf_ind.
  intros [|x r] N; [exact P0|]. set (l := x :: r) in *.
  destruct (greatest_of l s) as [y [Y G]]; [discriminate|].
  apply PS with (s y); eauto. eapply IH; [|reflexivity]. subst n.
  apply filter_shorter with y; auto. destruct (Rlt_dec (s y) (s y)); [lra|reflexivity].
Qed.
End Sums.
Arguments sum {A} l f.
