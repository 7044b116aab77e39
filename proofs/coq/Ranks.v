(** Axioms on ranks: passing the examples, ties uniformly, a cdf runs through [0, 1] evenly. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Shares.
Import ListNotations.
Open Scope R_scope.

Lemma even_ranks (v : example -> R) (h : R -> R) : (forall x, 0 <= v x) -> forall l, integrable h 0 (sum l v) ->
  sum l (fun x => v x * integral (fun a => h (cdf l v (score x) a)) 0 1) = integral h 0 (sum l v).
Proof.
  intros N l. induction l as [|l t IH G Y] using (list_by_scores score); intros I.
  { simpl. now rewrite integral_point. }
  set (low := filter (fun x => if Rlt_dec (score x) t then true else false) l) in *.
  set (M := sum l (fun x => ind (Req_EM_T (score x) t) * v x)).
  assert (Split : forall f, sum l f = sum low f + sum l (fun x => ind (Req_EM_T (score x) t) * f x)).
  { intros f. unfold low. rewrite sum_filter, <- sum_plus. apply sum_ext. intros x X. pose proof (G x X). unfold ind.
    destruct (Rlt_dec (score x) t), (Req_EM_T (score x) t); lra. }
  assert (W0 : 0 <= sum low v) by (apply sum_ge0; auto).
  assert (M0 : 0 <= M).
  { apply sum_ge0. intros x _. pose proof (N x). pose proof (ind_01 (Req_EM_T (score x) t)). nra. }
  assert (Wl : sum l v = sum low v + M) by apply Split.
  rewrite Wl in *. rewrite Split.
  assert (I1 : integrable h 0 (sum low v)) by (apply (integrable_part h 0 0 (sum low v) (sum low v + M)); auto; lra).
  assert (I2 : integrable h (sum low v) (sum low v + M))
    by (apply (integrable_part h 0 (sum low v) (sum low v + M) (sum low v + M)); auto; lra).
  rewrite (sum_ext low _ (fun x => v x * integral (fun a => h (cdf low v (score x) a)) 0 1)).
  2: { intros x X. f_equal. apply integral_ext; [lra|]. intros a _. f_equal. unfold cdf. rewrite Split.
    replace (sum l (fun z => ind (Req_EM_T (score z) t) * (v z * passed (score z) (score x) a))) with 0; [lra|].
    symmetry. transitivity (sum l (fun _ => 0)); [|apply sum_zero]. apply sum_ext. intros z _. unfold ind.
    destruct (Req_EM_T (score z) t) as [Z|]; [|ring]. apply filter_In in X as [_ X].
    destruct (Rlt_dec (score x) t); [|discriminate]. rewrite passed_above by lra. ring. }
  rewrite (sum_ext l _ (fun x => ind (Req_EM_T (score x) t) * v x
    * integral (fun a => h (sum low v + a * M)) 0 1)).
  2: { intros x X. unfold ind. destruct (Req_EM_T (score x) t) as [Z|]; [|ring]. rewrite !Rmult_1_l. f_equal.
    apply integral_ext; [lra|]. intros a _. f_equal. unfold cdf. rewrite Split. f_equal.
    - apply sum_ext. intros z Z'. apply filter_In in Z' as [_ Z']. destruct (Rlt_dec (score z) t); [|discriminate].
      rewrite passed_below by lra. ring.
    - unfold M. rewrite <- sum_scal. apply sum_ext. intros z _. unfold ind. destruct (Req_EM_T (score z) t) as [Q|]; [|ring].
      rewrite Q, Z, passed_tie. ring. }
  rewrite sum_scal_r, IH by auto. fold M. rewrite integral_tie by auto. now apply integral_join.
Qed.
Lemma ranks_uniform l v h : counts l v -> integrable h 0 1 -> mean l v (fun s a => h (cdf l v s a)) = integral h 0 1.
Proof. intros [N S] I. unfold mean. rewrite <- S in I. rewrite (even_ranks v h N l I). now rewrite S. Qed.
Lemma has_mean_rank l v h : counts l v -> integrable h 0 1 -> has_mean l (fun s a => h (cdf l v s a)).
Proof.
  intros C I x _. pose proof (lower_ge0 l v (score x) C). pose proof (tied_ge0 l v (score x) C).
  pose proof (lower_tied_le1 l v (score x) C).
  apply integrable_ext with (fun a => h (lower l v (score x) + a * tied l v (score x))); [lra| |].
  - intros a _. now rewrite cdf_tie.
  - apply integrable_tie; auto. apply (integrable_part h 0 _ _ 1); auto; lra.
Qed.

(** Axiom cdf_is_uniform. Any h that is Riemann integrable on [0, 1].
    left: Ek(h(Fk(s)))
    relation: ==
    right: Ec(h(u)) *)
Theorem cdf_is_uniform l k h : both_classes l -> integrable h 0 1 ->
  Ek l k (fun s a => h (F l k s a)) = integral (fun u => h u) 0 1.
Proof. intros B I. apply ranks_uniform; auto. now apply share_counts. Qed.

(** Axiom rate_is_uniform. Any h that is Riemann integrable on [0, 1]; any class proportions.
    left: E(h(R(s)))
    relation: ==
    right: Ec(h(u)) *)
Theorem rate_is_uniform l p h : both_classes l -> proportions p -> integrable h 0 1 ->
  E l p (fun s a => h (Rate l p s a)) = integral (fun u => h u) 0 1.
Proof. intros B P I. apply ranks_uniform; auto. now apply weight_counts. Qed.

(** Axiom rates_of_class_0. Any h and g that are Riemann integrable on [0, 1]; any class proportions.
    for_all: g(rank) <= h(rank)
    for_all: g(rank) <= 0
    left: Ec(g(c))
    relation: <=
    right: pi0*E0(h(R(s))) *)
Theorem rates_of_class_0 l p h g : both_classes l -> proportions p -> integrable h 0 1 -> integrable g 0 1 ->
  (forall rank, 0 <= rank <= 1 -> g rank <= h rank) -> (forall rank, 0 <= rank <= 1 -> g rank <= 0) ->
  integral (fun c => g c) 0 1 <= p false * Ek l false (fun s a => h (Rate l p s a)).
Proof.
  intros B P Ih Ig L Z. rewrite <- (rate_is_uniform l p g B P Ig), E_both.
  pose proof (weight_counts l p B P) as C. destruct P as [P0 [P1 PS]].
  assert (J : forall a x, 0 < a < 1 -> 0 <= Rate l p (score x) a <= 1).
  { intros a x A. apply cdf_01; auto. lra. }
  assert (Ek l true (fun s a => g (Rate l p s a)) <= 0).
  { rewrite <- (mean_const l (share l true) 0 (share_counts l true B)). apply mean_le.
    - now apply share_counts.
    - now apply has_mean_rank.
    - apply (has_mean_plain l (fun _ => 0)).
    - intros x a _ A. apply Z, J, A. }
  assert (Ek l false (fun s a => g (Rate l p s a)) <= Ek l false (fun s a => h (Rate l p s a))).
  { apply mean_le.
    - now apply share_counts.
    - now apply has_mean_rank.
    - now apply has_mean_rank.
    - intros x a _ A. apply L, J, A. }
  nra.
Qed.

(** Axiom rates_of_class_0_for_skews. balanced puts both class proportions to 1/2, also those of R.
    for_all: g(rank) <= h(rank)
    for_all: g(rank) <= 0
    left: Ec(g(c))
    relation: <=
    right: balanced(pi0*E0(h(R(s)))) *)
Theorem rates_of_class_0_for_skews l h g : both_classes l -> integrable h 0 1 -> integrable g 0 1 ->
  (forall rank, 0 <= rank <= 1 -> g rank <= h rank) -> (forall rank, 0 <= rank <= 1 -> g rank <= 0) ->
  integral (fun c => g c) 0 1 <= halves false * Ek l false (fun s a => h (Rate l halves s a)).
Proof. intros B. apply rates_of_class_0; auto. apply halves_proportions. Qed.
