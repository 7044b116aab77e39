(** Axioms on the readings of rates: those of nobody and of everybody, and the nearest rates. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Least Losses Cutpoints.
Import ListNotations.
Open Scope R_scope.

(** * Nobody and everybody *)

Lemma nobody_passed l k a : unit_scores l -> F l k (-1) a = 0.
Proof.
  intros S. transitivity (sum l (fun _ => 0)); [|apply sum_zero]. apply sum_ext. intros x X. pose proof (S x X).
  rewrite passed_above by lra. ring.
Qed.
Lemma everybody_passed l k : both_classes l -> unit_scores l -> F l k 1 1 = 1.
Proof.
  intros B S. transitivity (sum l (share l k)); [|apply (proj2 (share_counts l k B))]. apply sum_ext. intros x X. pose proof (S x X).
  rewrite passed_threshold. unfold ind. destruct (Rlt_dec 1 (score x)); lra.
Qed.
Lemma count_01 l t : 0 <= sum l (fun x => passed (score x) t 1) <= INR (length l).
Proof.
  split.
  - apply sum_ge0. intros x _. apply passed_01. lra.
  - replace (INR (length l)) with (sum l (fun _ => 1)) by (rewrite sum_number; ring). apply sum_le. intros x _. apply passed_01. lra.
Qed.
Lemma reads_nobody l p v t a : both_classes l -> unit_scores l -> proportions p -> 0 <= a <= 1 ->
  reads l (Rate l p) v 0 t a -> forall k, F l k t a = 0.
Proof.
  intros B S P A H. pose proof P as [P0 [P1 _]].
  assert (K : forall k, 0 <= F l k t a <= 1) by (intros; apply cdf_01; auto; now apply share_counts).
  assert (Z : Rate l p (-1) 1 = 0) by (rewrite Rate_both, !nobody_passed by auto; ring).
  assert (N : forall t', 0 <= Rate l p t' 1 <= 1) by (intros; apply cdf_01; [now apply weight_counts|lra]).
  assert (All : Rate l p t a = 0 -> forall k, F l k t a = 0).
  { intros E0. rewrite Rate_both in E0. pose proof (K false). pose proof (K true).
    assert (0 <= p false * F l false t a) by (apply Rmult_le_pos; lra).
    assert (0 <= p true * F l true t a) by (apply Rmult_le_pos; lra).
    intros [|]; [apply (Rmult_eq_reg_l (p true))|apply (Rmult_eq_reg_l (p false))]; lra. }
  destruct v; simpl in H.
  - auto.
  - destruct H as [-> [_ L]]. apply All. specialize (L (-1)). rewrite Z in L. pose proof (N t). specialize (L (ltac:(lra))). lra.
  - destruct H as [-> L]. apply All. specialize (L (-1)). rewrite Z, !Rminus_0_r, Rabs_R0 in L. pose proof (N t).
    rewrite Rabs_pos_eq in L by lra. lra.
  - destruct H as [-> [L _]]. intros k. transitivity (sum l (fun _ => 0)); [|apply sum_zero]. apply sum_ext. intros x X.
    pose proof (count_01 l t) as [C _]. pose proof (pos_INR (length l)) as C1.
    assert (D : sum l (fun x => passed (score x) t 1) <= 0).
    { apply (Rmult_le_reg_r (/ (INR (length l) + 1))); [apply Rinv_0_lt_compat; lra|]. unfold Rdiv in L. lra. }
    pose proof (sum_ge_one l (fun x => passed (score x) t 1) x (fun y _ => proj1 (passed_01 (score y) t 1 (ltac:(lra)))) X) as G.
    pose proof (passed_01 (score x) t 1 (ltac:(lra))). cbv beta in G.
    replace (passed (score x) t 1) with 0 by lra. ring.
Qed.
Lemma nobody_read l p v : both_classes l -> unit_scores l -> proportions p -> reads l (Rate l p) v 0 (-1) 1.
Proof.
  intros B S P. assert (Z : Rate l p (-1) 1 = 0) by (rewrite Rate_both, !nobody_passed by auto; ring).
  assert (N : forall t', 0 <= Rate l p t' 1 <= 1) by (intros; apply cdf_01; [now apply weight_counts|lra]).
  destruct v; simpl; [exact Z|split; [reflexivity|]..].
  - rewrite Z. split; [lra|]. auto.
  - intros t'. rewrite Z, Rminus_0_r, Rabs_R0. apply Rabs_pos.
  - replace (sum l (fun x => passed (score x) (-1) 1)) with 0.
    + pose proof (pos_INR (length l)). unfold Rdiv. rewrite Rmult_0_l. split; [lra|]. apply Rdiv_le_0_compat; lra.
    + symmetry. transitivity (sum l (fun _ => 0)); [|apply sum_zero]. apply sum_ext. intros x X. pose proof (S x X).
      rewrite passed_above by lra. ring.
Qed.
Lemma reads_everybody l p v t a : both_classes l -> unit_scores l -> proportions p -> 0 <= a <= 1 ->
  reads l (Rate l p) v 1 t a -> forall k, F l k t a = 1.
Proof.
  intros B S P A H. pose proof P as [P0 [P1 PS]].
  assert (K : forall k, 0 <= F l k t a <= 1) by (intros; apply cdf_01; auto; now apply share_counts).
  assert (Z : Rate l p 1 1 = 1) by (rewrite Rate_both, !everybody_passed by auto; lra).
  assert (N : forall t', 0 <= Rate l p t' 1 <= 1) by (intros; apply cdf_01; [now apply weight_counts|lra]).
  assert (All : Rate l p t a = 1 -> forall k, F l k t a = 1).
  { intros E0. rewrite Rate_both in E0. pose proof (K false). pose proof (K true).
    assert (0 <= p false * (1 - F l false t a)) by (apply Rmult_le_pos; lra).
    assert (0 <= p true * (1 - F l true t a)) by (apply Rmult_le_pos; lra).
    intros [|]; [apply (Rmult_eq_reg_l (p true))|apply (Rmult_eq_reg_l (p false))]; lra. }
  destruct v; simpl in H.
  - auto.
  - destruct H as [-> [L _]]. apply All. pose proof (N t). lra.
  - destruct H as [-> L]. apply All. specialize (L 1). rewrite Z in L. replace (1 - 1) with 0 in L by ring. rewrite Rabs_R0 in L.
    pose proof (Rabs_pos (Rate l p t 1 - 1)). destruct (Req_dec (Rate l p t 1 - 1) 0) as [|Q]; [lra|].
    pose proof (Rabs_pos_lt _ Q). lra.
  - destruct H as [-> [_ L]]. intros k. transitivity (sum l (share l k)); [|apply (proj2 (share_counts l k B))]. apply sum_ext. intros x X.
    pose proof (pos_INR (length l)) as C1.
    assert (D : INR (length l) <= sum l (fun x => passed (score x) t 1)).
    { apply (Rmult_le_compat_r (INR (length l) + 1)) in L; [|lra].
      unfold Rdiv in L. rewrite Rmult_assoc, Rinv_l in L by lra. lra. }
    pose proof (sum_ge_one l (fun x => 1 - passed (score x) t 1) x) as G. rewrite sum_minus, sum_number in G.
    pose proof (passed_01 (score x) t 1 (ltac:(lra))).
    assert (1 - passed (score x) t 1 <= INR (length l) * 1 - sum l (fun x => passed (score x) t 1)).
    { apply G; auto. intros y _. pose proof (passed_01 (score y) t 1 (ltac:(lra))). lra. }
    replace (passed (score x) t 1) with 1 by lra. ring.
Qed.
Lemma everybody_read l p v : both_classes l -> unit_scores l -> proportions p -> reads l (Rate l p) v 1 1 1.
Proof.
  intros B S P. pose proof P as [_ [_ PS]]. assert (Z : Rate l p 1 1 = 1) by (rewrite Rate_both, !everybody_passed by auto; lra).
  assert (N : forall t', 0 <= Rate l p t' 1 <= 1) by (intros; apply cdf_01; [now apply weight_counts|lra]).
  destruct v; simpl; [exact Z|split; [reflexivity|]..].
  - rewrite Z. split; [lra|]. auto.
  - intros t'. rewrite Z. replace (1 - 1) with 0 by ring. rewrite Rabs_R0. apply Rabs_pos.
  - replace (sum l (fun x => passed (score x) 1 1)) with (INR (length l)).
    + pose proof (pos_INR (length l)).
      split; [|right; field; lra]. apply (Rmult_le_reg_r (INR (length l) + 1)); [lra|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
    + transitivity (sum l (fun _ => 1)); [rewrite sum_number; ring|]. apply sum_ext. intros x X. pose proof (S x X).
      rewrite passed_threshold. unfold ind. destruct (Rlt_dec 1 (score x)); lra.
Qed.

(** A rate that is read at places of one threshold's rates alone loses what that threshold does. *)
Lemma rate_of_a_threshold l p v w r t0 x : reads l (Rate l p) v r t0 1 ->
  (forall t a, 0 <= a <= 1 -> reads l (Rate l p) v r t a -> forall k, F l k t a = F l k t0 1) ->
  loss l p v w (on_rates (fun _ _ => r)) x <-> loss l p interpolated w (on_scores (fun _ _ => t0)) x.
Proof.
  intros Rd Same. split; intros [f [H X]]; exists f; split; auto; intros c u C U; specialize (H c u C U); simpl in *.
  - destruct H as [t [a [A [Q ->]]]]. unfold Q_place. now rewrite !(Same t a A Q).
  - exists t0, 1. split; [lra|]. auto.
Qed.

(** Axiom rate_of_nobody. In each reading of the rates, any density, for costs at any class proportions and for skews; either
    side has the value x if the other has.
    left: loss(rate(0), cost=w, condition=d, rates=v)
    relation: ==
    right: loss(score(-1), cost=w, condition=d) *)
Theorem rate_of_nobody l p v w x : both_classes l -> unit_scores l -> proportions p ->
  (loss l p v w (on_rates (fun _ _ => 0)) x <-> loss l p interpolated w (on_scores (fun _ _ => -1)) x) /\
  (loss_for_skews l v w (on_rates (fun _ _ => 0)) x <-> loss_for_skews l interpolated w (on_scores (fun _ _ => -1)) x).
Proof.
  intros B S P. assert (G : forall p', proportions p' ->
    loss l p' v w (on_rates (fun _ _ => 0)) x <-> loss l p' interpolated w (on_scores (fun _ _ => -1)) x).
  { intros p' P'. apply rate_of_a_threshold; [now apply nobody_read|]. intros t a A Q k.
    now rewrite (reads_nobody l p' v t a B S P' A Q), nobody_passed. }
  split; [now apply G|]. rewrite !skews_balance_classes. apply G, halves_proportions.
Qed.

(** Axiom rate_of_everybody. In each reading of the rates, any density, for costs at any class proportions and for skews;
    either side has the value x if the other has.
    left: loss(rate(1), cost=w, condition=d, rates=v)
    relation: ==
    right: loss(score(1), cost=w, condition=d) *)
Theorem rate_of_everybody l p v w x : both_classes l -> unit_scores l -> proportions p ->
  (loss l p v w (on_rates (fun _ _ => 1)) x <-> loss l p interpolated w (on_scores (fun _ _ => 1)) x) /\
  (loss_for_skews l v w (on_rates (fun _ _ => 1)) x <-> loss_for_skews l interpolated w (on_scores (fun _ _ => 1)) x).
Proof.
  intros B S P. assert (G : forall p', proportions p' ->
    loss l p' v w (on_rates (fun _ _ => 1)) x <-> loss l p' interpolated w (on_scores (fun _ _ => 1)) x).
  { intros p' P'. apply rate_of_a_threshold; [now apply everybody_read|]. intros t a A Q k.
    now rewrite (reads_everybody l p' v t a B S P' A Q), everybody_passed. }
  split; [now apply G|]. rewrite !skews_balance_classes. apply G, halves_proportions.
Qed.
