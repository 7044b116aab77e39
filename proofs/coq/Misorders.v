(** The axiom that bounds what the hull does not order by its refinement loss. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Distances Hull Areas.
Import ListNotations.
Open Scope R_scope.

Lemma sum_times {A : Type} (l : list A) (f g : A -> R) : sum l f * sum l g = sum l (fun x => sum l (fun z => f x * g z)).
Proof. rewrite <- sum_scal_r. apply sum_ext. intros x _. symmetry. apply sum_scal. Qed.

(** For masses N and sizes Z >= 0 whose mean is at most 1: the mean m of min(Z, Z'), Z' an independent copy, is at most
    f (1 + m), where f is the mean of Z/(1 + Z). *)
Section Lesser.
Context {A : Type}.
Variables (l : list A) (N Z : A -> R).
Hypothesis (N0 : forall x, 0 <= N x) (Z0 : forall x, 0 <= Z x).
Let M := sum l N.
Hypothesis (M0 : 0 < M) (Small : sum l (fun x => N x * Z x) <= M).
Let psi x := sum l (fun z => N z * Rmin (Z x) (Z z)).
Let a := sum l (fun x => N x * psi x).
Let r x := if Req_EM_T (Z x) 0 then 0 else psi x / Z x.

Lemma lesser_min_0 x z : 0 <= Rmin (Z x) (Z z).
Proof. apply Rmin_glb; apply Z0. Qed.
Lemma lesser_psi_0 x : 0 <= psi x.
Proof. apply sum_ge0. intros z _. apply Rmult_le_pos; [apply N0|apply lesser_min_0]. Qed.
Lemma lesser_psi_M x : psi x <= M.
Proof. eapply Rle_trans; [|exact Small]. apply sum_le. intros z _. apply Rmult_le_compat_l; [apply N0|apply Rmin_r]. Qed.
Lemma lesser_r x : psi x = r x * Z x.
Proof.
  unfold r. destruct (Req_EM_T (Z x) 0) as [E0|NE].
  - rewrite Rmult_0_l. transitivity (sum l (fun _ : A => 0)); [|apply sum_zero]. apply sum_ext. intros z _.
    rewrite E0, Rmin_left by apply Z0. ring.
  - field. exact NE.
Qed.
Lemma lesser_r_0 x : 0 <= r x.
Proof.
  unfold r. destruct (Req_EM_T (Z x) 0); [lra|]. pose proof (Z0 x). apply Rdiv_le_0_compat; [apply lesser_psi_0|lra].
Qed.
Lemma lesser_grows x z : Z z <= Z x -> psi z <= psi x /\ r x * Z z <= psi z.
Proof.
  intros L. split.
  - apply sum_le. intros y _. apply Rmult_le_compat_l; [apply N0|]. apply Rle_min_compat_r. exact L.
  - pose proof (lesser_r x) as E. destruct (Req_EM_T (Z x) 0) as [E0|NE].
    + pose proof (Z0 z). replace (Z z) with 0 by lra. rewrite Rmult_0_r. apply lesser_psi_0.
    + pose proof (Z0 x). pose proof (Z0 z). apply Rmult_le_reg_r with (Z x); [lra|].
      replace (r x * Z z * Z x) with (Z z * psi x) by (rewrite E; ring). rewrite (Rmult_comm (psi z)). unfold psi.
      rewrite <- !sum_scal. apply sum_le. intros y _. pose proof (N0 y). pose proof (Z0 y).
      enough (Z z * Rmin (Z x) (Z y) <= Z x * Rmin (Z z) (Z y)) by nra.
      unfold Rmin. destruct (Rle_dec (Z x) (Z y)), (Rle_dec (Z z) (Z y)); nra.
Qed.
Lemma lesser_pair x z : (psi x - psi z) ^ 2 <= M * ((psi x - r x * Rmin (Z x) (Z z)) + (psi z - r z * Rmin (Z z) (Z x))).
Proof.
  assert (G : forall x z, Z z <= Z x ->
    (psi x - psi z) ^ 2 <= M * ((psi x - r x * Rmin (Z x) (Z z)) + (psi z - r z * Rmin (Z z) (Z x)))).
  { clear x z. intros x z L. destruct (lesser_grows x z L) as [K J]. rewrite Rmin_right, Rmin_left by lra.
    rewrite <- (lesser_r z). pose proof (lesser_psi_0 z). pose proof (lesser_psi_M x). nra. }
  destruct (Rle_dec (Z z) (Z x)) as [L|L]; [now apply G|]. pose proof (G z x (ltac:(lra))). nra.
Qed.
Lemma lesser_bound : M * sum l (fun x => N x * (r x * psi x + psi x ^ 2)) <= M ^ 2 * a + a ^ 2.
Proof.
  set (Sr := sum l (fun x => N x * (r x * psi x))). set (S2 := sum l (fun x => N x * psi x ^ 2)).
  assert (T : sum l (fun x => N x * (r x * psi x + psi x ^ 2)) = Sr + S2).
  { unfold Sr, S2. rewrite <- sum_plus. apply sum_ext. intros; ring. }
  assert (L : sum l (fun x => sum l (fun z => N x * N z * (psi x - psi z) ^ 2)) = 2 * (M * S2 - a ^ 2)).
  { rewrite (sum_ext l _ (fun x => M * (N x * psi x ^ 2) - 2 * a * (N x * psi x) + S2 * N x)).
    - rewrite sum_plus, sum_minus, !sum_scal. fold S2 a M. ring.
    - intros x _. rewrite (sum_ext l _ (fun z => N x * psi x ^ 2 * N z - 2 * N x * psi x * (N z * psi z) + N x * (N z * psi z ^ 2)))
        by (intros; ring).
      rewrite sum_plus, sum_minus, !sum_scal. fold S2 a M. ring. }
  assert (D : sum l (fun x => sum l (fun z => N x * N z * (M * ((psi x - r x * Rmin (Z x) (Z z)) + (psi z - r z * Rmin (Z z) (Z x))))))
    = 2 * (M * (M * a - Sr))).
  { rewrite (sum_ext l _ (fun x => M * sum l (fun z => N x * N z * (psi x - r x * Rmin (Z x) (Z z))
      + N z * N x * (psi z - r z * Rmin (Z z) (Z x)))))
      by (intros x _; rewrite <- sum_scal; apply sum_ext; intros; ring).
    rewrite sum_scal, <- (sum_pairs l (fun x z => N x * N z * (psi x - r x * Rmin (Z x) (Z z)))).
    rewrite (sum_ext l _ (fun x => M * (N x * psi x) - N x * (r x * psi x))).
    - rewrite sum_minus, sum_scal. fold Sr a. ring.
    - intros x _. rewrite (sum_ext l _ (fun z => N x * psi x * N z - N x * r x * (N z * Rmin (Z x) (Z z)))) by (intros; ring).
      rewrite sum_minus, !sum_scal. fold M (psi x). ring. }
  assert (C : 2 * (M * S2 - a ^ 2) <= 2 * (M * (M * a - Sr))).
  { rewrite <- L, <- D. apply sum_le. intros x _. apply sum_le. intros z _.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; apply N0|apply lesser_pair]. }
  rewrite T. nra.
Qed.
Lemma lesser : a * M <= sum l (fun x => N x * (Z x / (1 + Z x))) * (M ^ 2 + a).
Proof.
  set (f := sum l (fun x => N x * (Z x / (1 + Z x)))). set (T := sum l (fun x => N x * (r x * psi x + psi x ^ 2))).
  assert (A0 : 0 <= a) by (apply sum_ge0; intros x _; apply Rmult_le_pos; [apply N0|apply lesser_psi_0]).
  set (K := (M ^ 2 + a) / M). assert (KM : K * M = M ^ 2 + a) by (unfold K; field; lra).
  assert (K0 : 0 < K) by (apply Rdiv_lt_0_compat; auto; nra).
  assert (Q : 2 * K * a <= K ^ 2 * f + T).
  { unfold a, f, T. rewrite <- !sum_scal, <- sum_plus. apply sum_le. intros x _. pose proof (N0 x). pose proof (Z0 x).
    rewrite (lesser_r x). set (y := r x).
    enough (2 * K * (y * Z x) <= K ^ 2 * (Z x / (1 + Z x)) + (y * (y * Z x) + (y * Z x) ^ 2)) by nra.
    apply Rminus_le_0.
    replace (K ^ 2 * (Z x / (1 + Z x)) + (y * (y * Z x) + (y * Z x) ^ 2) - 2 * K * (y * Z x))
      with (Z x / (1 + Z x) * (K - y * (1 + Z x)) ^ 2) by (field; lra).
    apply Rmult_le_pos; [apply Rdiv_le_0_compat; lra|apply pow2_ge_0]. }
  pose proof lesser_bound as Bd. fold T in Bd.
  assert (T <= K * a).
  { apply Rmult_le_reg_l with M; auto. replace (M * (K * a)) with (M ^ 2 * a + a ^ 2); [exact Bd|].
    replace (M * (K * a)) with (K * M * a) by ring. rewrite KM. ring. }
  assert (a <= K * f) by (apply Rmult_le_reg_l with K; auto; nra).
  rewrite <- KM. nra.
Qed.
End Lesser.

Lemma misorders {A : Type} (l : list A) (w v : A -> R) : (forall x, 0 <= w x) -> (forall x, 0 <= v x <= 1) -> sum l w = 1 ->
  let m := sum l (fun x => w x * v x) in 1 / 2 <= m ->
  let X := sum l (fun x => sum l (fun z => w x * w z * (Rmin (v x) (v z) - v x * v z))) in
  X * m <= sum l (fun x => w x * (v x * (1 - v x))) * (m ^ 2 + X).
Proof.
  intros W V One m Hm X. set (N := fun x => w x * v x). set (Z := fun x => if Req_EM_T (v x) 0 then 0 else (1 - v x) / v x).
  assert (Z0 : forall x, 0 <= Z x).
  { intros x. unfold Z. pose proof (V x). destruct (Req_EM_T (v x) 0); [lra|]. apply Rdiv_le_0_compat; lra. }
  assert (NZ : forall x, v x * Z x <= 1 - v x).
  { intros x. unfold Z. pose proof (V x). destruct (Req_EM_T (v x) 0); [lra|]. right. field. auto. }
  assert (N0 : forall x, 0 <= N x) by (intros x; apply Rmult_le_pos; [apply W|apply V]).
  assert (Small : sum l (fun x => N x * Z x) <= sum l N).
  { apply Rle_trans with (sum l (fun x => w x - N x)).
    - apply sum_le. intros x _. unfold N. pose proof (NZ x). pose proof (W x). nra.
    - rewrite sum_minus, One. unfold N. fold m. lra. }
  pose proof (lesser l N Z N0 Z0 (ltac:(unfold N; fold m; lra)) Small) as L.
  assert (Q : sum l (fun x => N x * sum l (fun z => N z * Rmin (Z x) (Z z))) = X).
  { apply sum_ext. intros x _. rewrite <- sum_scal. apply sum_ext. intros z _. unfold N.
    replace (w x * v x * (w z * v z * Rmin (Z x) (Z z))) with (w x * w z * (v x * v z * Rmin (Z x) (Z z))) by ring.
    f_equal. pose proof (V x). pose proof (V z). unfold Z.
    destruct (Req_EM_T (v x) 0) as [Ex|Nx]; [rewrite Ex, (Rmin_left 0 (v z)) by lra; ring|].
    destruct (Req_EM_T (v z) 0) as [Ez|Nz]; [rewrite Ez, (Rmin_right (v x) 0) by lra; ring|].
    destruct (Rle_dec (v x) (v z)) as [K|K].
    + rewrite (Rmin_left (v x) (v z)) by auto. rewrite Rmin_right; [field; auto|].
      apply Rmult_le_reg_r with (v x * v z); [apply Rmult_lt_0_compat; lra|].
      replace ((1 - v z) / v z * (v x * v z)) with ((1 - v z) * v x) by (field; auto).
      replace ((1 - v x) / v x * (v x * v z)) with ((1 - v x) * v z) by (field; auto). lra.
    + rewrite (Rmin_right (v x) (v z)) by lra. rewrite Rmin_left; [field; auto|].
      apply Rmult_le_reg_r with (v x * v z); [apply Rmult_lt_0_compat; lra|].
      replace ((1 - v z) / v z * (v x * v z)) with ((1 - v z) * v x) by (field; auto).
      replace ((1 - v x) / v x * (v x * v z)) with ((1 - v x) * v z) by (field; auto). lra. }
  cbv beta zeta in L. rewrite Q in L.
  replace (sum l (fun x => N x * (Z x / (1 + Z x)))) with (sum l (fun x => w x * (v x * (1 - v x)))) in L; [exact L|].
  apply sum_ext. intros x _. unfold N, Z. destruct (Req_EM_T (v x) 0) as [-> |NE]; [field; lra|]. field. split; auto. lra.
Qed.

(** RLH, the refinement loss of the hull. *)
Definition RLH (l : sample) (p : bool -> R) (v : R -> R) : R := E l p (fun s _ => v s * (1 - v s)).

(** Axiom hull_misorders. A is AUCH, v is pav(s) at any class proportions.
    left: 2*pi0*pi1*(1 - AUCH)
    relation: <=
    right: RLH*(1 - min(pi0, pi1)*(2*AUCH - 1)) *)
Theorem hull_misorders l p v A : both_classes l -> proportions p -> is_pav l p v -> is_auch l A ->
  2 * p false * p true * (1 - A) <= RLH l p v * (1 - Rmin (p false) (p true) * (2 * A - 1)).
Proof.
  intros B P V0 HA. destruct (pav_bounded l p v B P V0) as [u [V [N Eq]]].
  pose proof P as [P0 [P1 PS]]. pose proof (auch_pairs l p u A B P V HA) as X.
  assert (RL : RLH l p v = sum l (fun x => weight l p x * (u (score x) * (1 - u (score x))))).
  { unfold RLH, E. rewrite (mean_plain l _ (fun s => v s * (1 - v s))). apply sum_ext. intros x Hx. now rewrite Eq. }
  destruct (weight_counts l p B P) as [W One].
  assert (Mean : sum l (fun x => weight l p x * u (score x)) = p true).
  { pose proof (pav_mean l p u B P V) as O. rewrite (sum_ext l _ (fun x => weight l p x * u (score x) - p true * weight l p x)) in O by (intros; ring).
    rewrite sum_minus, sum_scal, One in O. lra. }
  assert (L0 : 0 <= RLH l p v).
  { rewrite RL. apply sum_ge0. intros x _. pose proof (N (score x)). apply Rmult_le_pos; [apply W|nra]. }
  destruct (Rle_dec (p false) (p true)) as [K|K].
  - rewrite Rmin_left by auto. pose proof (misorders l (weight l p) (fun x => u (score x)) W (fun x => N (score x)) One) as Q.
    cbv beta zeta in Q. rewrite Mean, <- X, <- RL in Q. specialize (Q (ltac:(lra))).
    apply Rmult_le_reg_r with (p true); auto. eapply Rle_trans; [exact Q|]. right.
    replace (p false) with (1 - p true) by lra. ring.
  - rewrite Rmin_right by lra.
    pose proof (misorders l (weight l p) (fun x => 1 - u (score x)) W (fun x => ltac:(pose proof (N (score x)); lra)) One) as Q.
    cbv beta zeta in Q.
    assert (M' : sum l (fun x => weight l p x * (1 - u (score x))) = p false).
    { rewrite (sum_ext l _ (fun x => weight l p x - weight l p x * u (score x))) by (intros; ring). rewrite sum_minus, One, Mean. lra. }
    assert (R' : sum l (fun x => weight l p x * ((1 - u (score x)) * (1 - (1 - u (score x))))) = RLH l p v).
    { rewrite RL. apply sum_ext. intros; ring. }
    assert (X' : sum l (fun x => sum l (fun z => weight l p x * weight l p z *
      (Rmin (1 - u (score x)) (1 - u (score z)) - (1 - u (score x)) * (1 - u (score z))))) = 2 * p false * p true * (1 - A)).
    { rewrite X. apply sum_ext. intros x _. apply sum_ext. intros z _. f_equal. unfold Rmin.
      destruct (Rle_dec (1 - u (score x)) (1 - u (score z))), (Rle_dec (u (score x)) (u (score z))); try lra. 
      all: try (assert (E0 : u (score x) = u (score z)) by lra; rewrite E0; ring). all: ring. }
    rewrite M', R', X' in Q. specialize (Q (ltac:(lra))).
    apply Rmult_le_reg_r with (p false); auto. eapply Rle_trans; [exact Q|]. right.
    replace (p true) with (1 - p false) by lra. ring.
Qed.
