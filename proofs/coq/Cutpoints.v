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
  (forall c, 0 <= c <= 1 -> is_RInt (V := R_NormedModule) (f c) 0 1 (g c)) -> expects w f x -> expects w (fun c _ => g c) x.
Lemma uniform_even_rank : even_rank uniform.
Proof.
  intros f g x H [h [Hh X]]. exists g. split; [intros; apply is_RInt_const01|]. apply (is_RInt_same h); auto.
  intros c C. apply (is_RInt_unique_value (f c)); auto.
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

(** A function of the rank that is a number while a score is passed. *)
Lemma even_steps (v : example -> R) (h e : R -> R) : (forall x, 0 <= v x) -> forall l,
  (forall x r, In x l -> lower l v (score x) < r < lower l v (score x) + tied l v (score x) -> h r = e (score x)) ->
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
  assert (M0 : 0 <= M).
  { apply sum_ge0. intros x _. pose proof (N x). pose proof (ind_01 (Req_EM_T (score x) t)). nra. }
  rewrite (Split v), (Split (fun x => v x * e (score x))). fold M.
  apply (is_RInt_Chasles (V := R_NormedModule)) with (sum low v).
  - apply IH. intros x r X R. destruct (Low x X) as [Xl Xt]. apply K; auto. unfold lower, tied in *.
    rewrite (Split (fun z => v z * ind (Rlt_dec (score z) (score x)))), (Split (fun z => v z * ind (Req_EM_T (score z) (score x)))).
    rewrite (sum_ext l (fun z => ind (Req_EM_T (score z) t) * (v z * ind (Rlt_dec (score z) (score x)))) (fun _ => 0)),
      (sum_ext l (fun z => ind (Req_EM_T (score z) t) * (v z * ind (Req_EM_T (score z) (score x)))) (fun _ => 0)).
    + rewrite sum_zero. lra.
    + intros z _. unfold ind. destruct (Req_EM_T (score z) t), (Req_EM_T (score z) (score x)); lra.
    + intros z _. unfold ind. destruct (Req_EM_T (score z) t), (Rlt_dec (score z) (score x)); lra.
  - replace (sum l (fun x => ind (Req_EM_T (score x) t) * (v x * e (score x)))) with (scal (sum low v + M - sum low v) (e t)).
    2: { unfold scal; simpl; unfold mult; simpl. replace (sum low v + M - sum low v) with M by ring. unfold M.
      rewrite <- sum_scal_r. apply sum_ext. intros x _. unfold ind. destruct (Req_EM_T (score x) t) as [-> |]; ring. }
    apply (is_RInt_ext (V := R_NormedModule) (fun _ => e t)); [|apply (is_RInt_const (V := R_NormedModule))].
    rewrite Rmin_left, Rmax_right by lra. intros r R. destruct Y as [y [Y Yt]]. symmetry. rewrite <- Yt. apply K; auto.
    assert (L : lower l v (score y) = sum low v).
    { unfold lower. rewrite Split. rewrite (sum_ext low _ v), (sum_ext l _ (fun _ => 0)); [rewrite sum_zero; ring| |].
      - intros z _. unfold ind. destruct (Req_EM_T (score z) t), (Rlt_dec (score z) (score y)); lra.
      - intros z Z. destruct (Low z Z). unfold ind. destruct (Rlt_dec (score z) (score y)); lra. }
    assert (T : tied l v (score y) = M).
    { apply sum_ext. intros z _. rewrite Yt. ring. }
    rewrite L, T. lra.
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

(** Axiom random_example. If the left side has a value, the right side has it; any density under which u is uniform and
    independent of c; at the class proportions of the sample.
    given: no_ties
    left: loss(rate_uniform, cost=w, rates=step)
    relation: ==
    right: Ec(2*c*pi0*(1 - E(F0(s)) - 1/(2*n)) + 2*(1 - c)*pi1*(E(F1(s)) + 1/(2*n)), w) *)
Theorem random_example l w x : both_classes l -> no_score_twice l -> even_rank w ->
  let n := INR (length l) in let p := own l in loss l p step w (on_rates (fun _ u => u)) x ->
  expects w (fun c _ => 2 * c * p false * (1 - E l p (F l false) - 1 / (2 * n))
    + 2 * (1 - c) * p true * (E l p (F l true) + 1 / (2 * n))) x.
Proof.
  intros B D W n p [f [H X]]. pose proof (own_proportions l B) as P. fold p in P. refine (W f _ x _ X). intros c C.
  pose proof (weight_counts l p B P) as [N One]. pose proof (weight_counts l p B P) as Ct.
  pose proof (even_steps (weight l p) (f c) (fun s => Q_place l p s 1 c) N l) as K. rewrite One in K.
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
  destruct (H c r C R01) as [t [a [_ [[-> [T L]] ->]]]].
  assert (Ry : Rate l p (score y) 1 = lower l (weight l p) (score y) + tied l (weight l p) (score y))
    by (unfold Rate; rewrite cdf_tie; ring).
  assert (O : score y <= t).
  { apply Rnot_lt_le. intros U. pose proof (cdf_upto l _ t 1 (score y) 0 Ct (ltac:(lra)) (ltac:(lra)) (or_introl U)) as Z.
    rewrite (cdf_tie l _ (score y) 0) in Z. unfold Rate in T. lra. }
  assert (E1 : Rate l p t 1 = Rate l p (score y) 1).
  { apply Rle_antisym; [apply L; lra|]. apply cdf_upto; auto; try lra. unfold upto. destruct (Req_dec (score y) t); [right|left]; lra. }
  unfold Q_place. destruct (same_rate l p t 1 (score y) 1 B P (ltac:(lra)) (ltac:(lra)) E1) as [-> ->]. reflexivity.
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
  assert (Count : forall l' : sample, sum l' (fun _ => 1) = INR (length l')).
  { induction l' as [|z l' IH]; [reflexivity|]. change (length (z :: l')) with (S (length l')). rewrite S_INR, <- IH. simpl. ring. }
  assert (Sv : sum l v = n / (n + 1)).
  { unfold v. rewrite (sum_ext l _ (fun _ => 1 / (n + 1) * 1)) by (intros; ring). rewrite sum_scal, Count. fold n. field. lra. }
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
      pose proof (sum_ge_one l (fun z => 1 - passed (score z) t 1) x) as G. rewrite sum_minus, Count in G. fold n k in G.
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

(** Axiom random_cutpoint. If the left side has a value, the right side has it; any density under which u is uniform and
    independent of c; at the class proportions of the sample.
    given: no_ties
    left: loss(rate_uniform, cost=w, rates=cutpoints)
    relation: ==
    right: Ec(2*c*pi0*(1 - (n*E(F0(s)) + 1/2)/(n + 1)) + 2*(1 - c)*pi1*(n*E(F1(s)) + 1/2)/(n + 1), w) *)
Theorem random_cutpoint l w x : both_classes l -> no_score_twice l -> even_rank w ->
  let n := INR (length l) in let p := own l in loss l p cutpoints w (on_rates (fun _ u => u)) x ->
  expects w (fun c _ => 2 * c * p false * (1 - (n * E l p (F l false) + 1 / 2) / (n + 1))
    + 2 * (1 - c) * p true * (n * E l p (F l true) + 1 / 2) / (n + 1)) x.
Proof.
  intros B D W n p [f [H X]]. refine (W f _ x _ X). intros c C.
  pose proof (cutpoint_mean l p (f c) c B D (fun u U => H c u C U)) as I. cbv zeta in I. fold n p in I.
  match goal with |- is_RInt _ _ _ ?y => match type of I with is_RInt _ _ _ ?z => replace y with z by (unfold Rdiv; ring) end end.
  exact I.
Qed.

(** Axiom random_cutpoint_for_skews. If the left side has a value, the right side has it; any density under which u is
    uniform and independent of c; E is the mean over the examples, each counting the same.
    given: no_ties
    left: loss(rate_uniform, cost=w, condition=skew, rates=cutpoints)
    relation: ==
    right: Ec(c*(1 - (n*E(F0(s)) + 1/2)/(n + 1)) + (1 - c)*(n*E(F1(s)) + 1/2)/(n + 1), w) *)
Theorem random_cutpoint_for_skews l w x : both_classes l -> no_score_twice l -> even_rank w ->
  let n := INR (length l) in let p := own l in loss_for_skews l cutpoints w (on_rates (fun _ u => u)) x ->
  expects w (fun c _ => c * (1 - (n * E l p (F l false) + 1 / 2) / (n + 1))
    + (1 - c) * (n * E l p (F l true) + 1 / 2) / (n + 1)) x.
Proof.
  intros B D W n p K. apply skews_balance_classes in K as [f [H X]]. refine (W f _ x _ X). intros c C.
  pose proof (cutpoint_mean l halves (f c) c B D (fun u U => H c u C U)) as I. cbv zeta in I. fold n p in I.
  assert (0 <= n) by apply pos_INR.
  match goal with |- is_RInt _ _ _ ?y => match type of I with is_RInt _ _ _ ?z => replace y with z by (unfold halves; field; lra) end end.
  exact I.
Qed.
