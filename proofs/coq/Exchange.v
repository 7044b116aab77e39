(** The axiom on the exchange of means. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Losses Bounded Beta.
Import ListNotations.
Open Scope R_scope.

(** What is true of a density that is a measure: the means of bounded functions that converge at each c and u converge to
    that of their limit, if it has one. *)
Definition countably_additive (w : density) : Prop := forall (fn : nat -> R -> R -> R) f (xn : nat -> R) x M,
  (forall n, expects w (fn n) (xn n)) -> expects w f x ->
  (forall n c u, 0 <= c <= 1 -> 0 <= u <= 1 -> Rabs (fn n c u) <= M) ->
  (forall c u, 0 <= c <= 1 -> 0 <= u <= 1 -> is_lim_seq (fun n => fn n c u) (f c u)) -> is_lim_seq xn x.

Lemma integral_bounded f M : integrable f 0 1 -> (forall x, 0 <= x <= 1 -> Rabs (f x) <= M) -> Rabs (integral f 0 1) <= M.
Proof.
  intros I B. apply Rabs_le. split; [rewrite <- (integral_const (- M))|rewrite <- (integral_const M)]; apply integral_le;
    try lra; auto; try apply integrable_const; intros x X; specialize (B x (ltac:(lra))); apply Rabs_le_between in B; lra.
Qed.
(** Points are of this kind, the uniform density is, and so are those of Beta. *)
Lemma point_countably_additive q Q : countably_additive (point q Q).
Proof.
  intros fn f xn x M H X B L. rewrite <- (integral_is _ _ _ _ X).
  apply is_lim_seq_ext with (fun n => integral (fn n q) 0 1); [intros n; exact (integral_is _ _ _ _ (H n))|].
  apply (bounded_convergence (fun n => fn n q) (f q) M); auto; [intros n|]; eexists; [apply H|exact X].
Qed.
Lemma uniform_countably_additive : countably_additive uniform.
Proof.
  intros fn f xn x M H [g [G X]] B L. set (gn := fun n c => integral (fn n c) 0 1).
  assert (I : forall n c, 0 <= c <= 1 -> integrable (fn n c) 0 1).
  { intros n c C. destruct (H n) as [h [Hh _]]. eexists. now apply Hh. }
  assert (Hn : forall n, is_RInt (V := R_NormedModule) (gn n) 0 1 (xn n)).
  { intros n. destruct (H n) as [h [Hh Xh]]. apply (is_RInt_same h); auto. intros c C. symmetry. now apply integral_is, Hh. }
  assert (K : is_lim_seq (fun n => integral (gn n) 0 1) (integral g 0 1)).
  { apply (bounded_convergence gn g M).
    - intros n. eexists. apply Hn.
    - eexists. exact X.
    - intros n c C. apply integral_bounded; auto.
    - intros c C. rewrite <- (integral_is _ _ _ _ (G c C)). apply (bounded_convergence (fun n => fn n c) (f c) M); auto.
      eexists. now apply G. }
  rewrite (integral_is _ _ _ _ X) in K. apply is_lim_seq_ext with (2 := K). intros n. now apply integral_is.
Qed.
(** What a bounded function has beyond r and q. *)
Lemma beta_tails a b g M y z r q : (forall c, 0 < c < 1 -> Rabs (g c) <= M) -> improper (fun c => g c * beta_weight a b c) y ->
  improper (beta_weight a b) z -> 0 < r -> r <= q -> q < 1 ->
  Rabs (integral (fun c => g c * beta_weight a b c) r q - y) <= M * (z - integral (beta_weight a b) r q).
Proof.
  intros B Y Z R0 L Q1. assert (I1 : integrable (fun c => g c * beta_weight a b c) r q) by (apply Y; auto).
  assert (I2 : integrable (beta_weight a b) r q) by (apply Z; auto).
  assert (S : forall k, k = 1 \/ k = -1 -> M * integral (beta_weight a b) r q + k * integral (fun c => g c * beta_weight a b c) r q <= M * z + k * y).
  { intros k Hk. pose proof (improper_linear _ _ _ _ M k Z Y) as T.
    pose proof (integral_plus (fun c => M * beta_weight a b c) (fun c => k * (g c * beta_weight a b c)) r q
      (integrable_scal M _ r q I2) (integrable_scal k _ r q I1)) as J.
    pose proof (integral_scal M (beta_weight a b) r q I2) as J2.
    pose proof (integral_scal k (fun c => g c * beta_weight a b c) r q I1) as J1.
    rewrite <- J2, <- J1, <- J. apply improper_above; auto. intros c C. specialize (B c C). apply Rabs_le_between in B.
    pose proof (beta_weight_pos a b c). destruct Hk as [-> | ->]; nra. }
  pose proof (S 1 (or_introl eq_refl)). pose proof (S (-1) (or_intror eq_refl)). apply Rabs_le. lra.
Qed.
Lemma beta_countably_additive a b A B : countably_additive (beta a b A B).
Proof.
  intros fn f xn x M H [g [y [z [G [Y [Z ->]]]]]] Bd L. set (gn := fun n c => integral (fn n c) 0 1).
  assert (M0 : 0 <= M) by (pose proof (Bd 0%nat 0 0 (ltac:(lra)) (ltac:(lra))); pose proof (Rabs_pos (fn 0%nat 0 0)); lra).
  assert (I : forall n c, 0 <= c <= 1 -> integrable (fn n c) 0 1).
  { intros n c C. destruct (H n) as [h [_ [_ [Hh _]]]]. eexists. now apply Hh. }
  assert (Z0 : 0 < z).
  { destruct (beta_exists a b A B) as [z' [Z' P]]. now rewrite (improper_one _ z z' Z Z'). }
  assert (Hn : forall n, improper (fun c => gn n c * beta_weight a b c) (z * xn n)).
  { intros n. destruct (H n) as [h [y' [z' [Hh [Y' [Z' E0]]]]]]. rewrite (improper_one _ z' z Z' Z) in E0.
    replace (z * xn n) with y' by (rewrite E0; field; lra). apply (improper_same (fun c => h c * beta_weight a b c)); auto.
    intros c C. f_equal. symmetry. apply integral_is, Hh. lra. }
  assert (Bn : forall n c, 0 <= c <= 1 -> Rabs (gn n c) <= M) by (intros n c C; apply integral_bounded; auto).
  assert (Lc : forall c, 0 <= c <= 1 -> is_lim_seq (fun n => gn n c) (g c)).
  { intros c C. rewrite <- (integral_is _ _ _ _ (G c C)). apply (bounded_convergence (fun n => fn n c) (f c) M); auto.
    eexists. now apply G. }
  assert (Bg : forall c, 0 <= c <= 1 -> Rabs (g c) <= M).
  { intros c C. assert (Q : Rbar_le (Rabs (g c)) M); [|exact Q].
    apply (is_lim_seq_le (fun n => Rabs (gn n c)) (fun _ => M)); auto; [apply (is_lim_seq_abs _ (g c)), Lc, C|apply is_lim_seq_const]. }
  enough (K : is_lim_seq (fun n => z * xn n) y).
  { apply (is_lim_seq_scal_l _ (/ z)) in K. simpl in K. replace (y / z) with (/ z * y) by (unfold Rdiv; ring).
    apply is_lim_seq_ext with (2 := K). intros n. field. lra. }
  apply is_lim_seq_spec. intros e. pose proof (cond_pos e) as E0. set (k := 4 * (M + 1)). assert (K0 : 0 < k) by (unfold k; lra).
  destruct (proj2 Z (e / k)) as [d [Hd T]]; [now apply Rdiv_lt_0_compat|]. set (r := d / 2). set (q := 1 - d / 2).
  assert (Tail : M * (z - integral (beta_weight a b) r q) <= e / 4).
  { specialize (T r q (ltac:(unfold r; lra)) (ltac:(unfold q; lra))). apply Rabs_le_between in T.
    apply Rle_trans with (M * (e / k)); [apply Rmult_le_compat_l; lra|].
    replace (e / 4) with ((M + 1) * (e / k)) by (unfold k; field; lra). assert (0 < e / k) by (now apply Rdiv_lt_0_compat). nra. }
  assert (Rq : 0 < r /\ r <= q /\ q < 1) by (unfold r, q; lra). destruct Rq as [R0 [Rq Q1]].
  destruct (ex_RInt_ub (beta_weight a b) r q) as [ub Ub]; [apply Z; auto|]. rewrite Rmin_left, Rmax_right in Ub by lra.
  assert (Conv : is_lim_seq (fun n => integral (fun c => gn n c * beta_weight a b c) r q) (integral (fun c => g c * beta_weight a b c) r q)).
  { assert (Q : q = r + (q - r)) by ring.
    assert (Is : forall n, integrable (fun c => gn n c * beta_weight a b c) r (r + (q - r))) by (intros n; rewrite <- Q; apply (Hn n); auto).
    assert (Ig : integrable (fun c => g c * beta_weight a b c) r (r + (q - r))) by (rewrite <- Q; apply Y; auto).
    rewrite Q. rewrite <- (integral_tie _ r (q - r) Ig) by lra.
    apply is_lim_seq_ext with (fun n => (q - r) * integral (fun t => gn n (r + t * (q - r)) * beta_weight a b (r + t * (q - r))) 0 1).
    - intros n. exact (integral_tie _ r (q - r) (Is n) (ltac:(lra))).
    - apply (is_lim_seq_scal_l _ (q - r) (integral _ 0 1)).
      assert (In : forall t, 0 <= t <= 1 -> r <= r + t * (q - r) <= q) by (intros t Ht; nra).
      apply (bounded_convergence (fun n t => gn n (r + t * (q - r)) * beta_weight a b (r + t * (q - r)))
        (fun t => g (r + t * (q - r)) * beta_weight a b (r + t * (q - r))) (M * ub)).
      + intros n. exact (integrable_tie _ r (q - r) (Is n) (ltac:(lra))).
      + exact (integrable_tie _ r (q - r) Ig (ltac:(lra))).
      + intros n t Ht. specialize (In t Ht). rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [apply Bn; lra|].
        exact (Ub _ In).
      + intros t Ht. specialize (In t Ht).
        apply (is_lim_seq_scal_r (fun n => gn n (r + t * (q - r))) (beta_weight a b (r + t * (q - r))) (g (r + t * (q - r)))).
        apply Lc. lra. }
  apply is_lim_seq_spec in Conv. destruct (Conv (mkposreal (e / 4) (ltac:(lra)))) as [N HN]. exists N. intros n Nn.
  specialize (HN n Nn). simpl in HN.
  pose proof (beta_tails a b (gn n) M _ z r q (fun c C => Bn n c (ltac:(lra))) (Hn n) Z R0 Rq Q1) as T1.
  pose proof (beta_tails a b g M y z r q (fun c C => Bg c (ltac:(lra))) Y Z R0 Rq Q1) as T2.
  apply Rabs_lt_between in HN. apply Rabs_le_between in T1, T2. apply Rabs_lt_between. lra.
Qed.

(** Riemann sums of 1, 2, ... parts of the same length. *)
Definition parts_of (n : nat) : SF_seq := SF_seq_f2 (fun x _ => x) (unif_part 0 1 n).
Definition riemann (n : nat) (f : R -> R) : R := Riemann_sum (V := R_NormedModule) f (parts_of n).
Lemma parts_fine n : seq_step (SF_lx (parts_of n)) <= (1 - 0) / (INR n + 1) /\ pointed_subdiv (parts_of n) /\
  SF_h (parts_of n) = 0 /\ seq.last (SF_h (parts_of n)) (SF_lx (parts_of n)) = 1.
Proof. apply Riemann_fine_unif_part; [intros; lra|lra]. Qed.
Lemma riemann_converges f : integrable f 0 1 -> is_lim_seq (fun n => riemann n f) (integral f 0 1).
Proof.
  intros I. pose proof (is_integral f 0 1 I) as L. unfold is_RInt in L.
  apply is_lim_seq_spec. intros e. pose proof (proj1 (filterlim_locally _ _) L e) as [d D].
  destruct (nfloor_ex (/ d)) as [N HN]; [left; apply Rinv_0_lt_compat, cond_pos|]. exists N. intros n Hn.
  destruct (parts_fine n) as [P1 [P2 [P3 P4]]]. pose proof (cond_pos d) as D0.
  assert (K : ball (integral f 0 1) e (scal (sign (1 - 0)) (Riemann_sum (V := R_NormedModule) f (parts_of n)))).
  { apply D.
    - eapply Rle_lt_trans; [exact P1|]. apply le_INR in Hn. apply Rmult_lt_reg_r with (INR n + 1); [pose proof (pos_INR n); lra|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by (pose proof (pos_INR n); lra).
      assert (/ d < INR n + 1) by lra. apply Rmult_lt_compat_l with (r := d) in H; auto. rewrite Rinv_r in H by lra. lra.
    - split; [exact P2|]. split; [rewrite Rmin_left by lra; exact P3|rewrite Rmax_right by lra; exact P4]. }
  rewrite sign_eq_1 in K by lra. unfold ball in K; simpl in K. unfold AbsRing_ball, minus, opp, plus, scal in K; simpl in K.
  unfold mult in K; simpl in K. unfold abs in K; simpl in K. unfold riemann.
  match goal with |- Rabs ?y < _ => match type of K with Rabs ?z < _ => replace y with z by ring end end. exact K.
Qed.
Lemma riemann_same n f g : (forall a, 0 <= a <= 1 -> f a = g a) -> riemann n f = riemann n g.
Proof.
  intros H. destruct (parts_fine n) as [_ [P2 [P3 P4]]]. apply Rle_antisym; apply Riemann_sum_le; auto; rewrite P4, P3;
    intros t T; rewrite H by auto; lra.
Qed.
Lemma riemann_bounded n f M : (forall a, 0 <= a <= 1 -> Rabs (f a) <= M) -> Rabs (riemann n f) <= M.
Proof.
  intros H. destruct (parts_fine n) as [_ [P2 [P3 P4]]].
  assert (K : forall k, riemann n (fun _ => k) = k).
  { intros k. unfold riemann. rewrite Riemann_sum_const, P4, P3. unfold scal; simpl; unfold mult; simpl. ring. }
  apply Rabs_le. split; [rewrite <- (K (- M))|rewrite <- (K M)]; apply Riemann_sum_le; auto; rewrite P4, P3; intros t T;
    specialize (H t T); apply Rabs_le_between in H; lra.
Qed.
Lemma expects_riemann w n (G : R -> R -> R -> R) (e : R -> R) : (forall a, expects w (G a) (e a)) ->
  expects w (fun c u => riemann n (fun a => G a c u)) (riemann n e).
Proof.
  intros H. unfold riemann. generalize (parts_of n). intros s. induction s as [x|h s IH] using SF_cons_ind.
  - apply (expects_number w 0).
  - rewrite Riemann_sum_cons.
    apply (expects_same w (fun c u => (SF_h s - fst h) * G (snd h) c u + 1 * Riemann_sum (V := R_NormedModule) (fun a => G a c u) s)).
    + intros c u _ _. rewrite Riemann_sum_cons. unfold plus, scal; simpl; unfold mult; simpl. ring.
    + unfold plus, scal; simpl; unfold mult; simpl. match goal with |- expects w _ (_ + ?z) => rewrite <- (Rmult_1_l z) end.
      now apply expects_linear.
Qed.
Lemma expects_sum w (l : sample) (v : example -> R) (G : example -> R -> R -> R) (e : example -> R) :
  (forall x, In x l -> expects w (G x) (e x)) ->
  expects w (fun c u => sum l (fun x => v x * G x c u)) (sum l (fun x => v x * e x)).
Proof.
  induction l as [|x l IH]; intros H; simpl; [apply (expects_number w 0)|].
  apply (expects_same w (fun c u => v x * G x c u + 1 * sum l (fun x => v x * G x c u))); [intros; ring|].
  rewrite <- (Rmult_1_l (sum l _)). apply expects_linear; [apply H; now left|]. apply IH. intros z Z. apply H. now right.
Qed.
Lemma sum_converges (l : sample) (v : example -> R) (r : nat -> example -> R) (y : example -> R) :
  (forall x, In x l -> is_lim_seq (fun n => r n x) (y x)) ->
  is_lim_seq (fun n => sum l (fun x => v x * r n x)) (sum l (fun x => v x * y x)).
Proof.
  induction l as [|x l IH]; intros H; simpl; [apply is_lim_seq_const|].
  apply is_lim_seq_plus'; [apply (is_lim_seq_scal_l (fun n => r n x) (v x) (y x)), H; now left|].
  apply IH. intros z Z. apply H. now right.
Qed.

(** Axiom means_exchanged. Any bounded f of the place (s, a), of c and of u; e(s, a) is Ec(f, w) there. If all means have
    values, both sides are equal; any density that is countably additive.
    left: Ec(Ek(f), w)
    relation: ==
    right: Ek(Ec(f, w)) *)
Theorem means_exchanged l k w (f : R -> R -> R -> R -> R) (e : R -> R -> R) M y : both_classes l -> countably_additive w ->
  (forall x a c u, In x l -> 0 <= a <= 1 -> 0 <= c <= 1 -> 0 <= u <= 1 -> Rabs (f (score x) a c u) <= M) ->
  (forall c u, 0 <= c <= 1 -> 0 <= u <= 1 -> has_mean l (fun s a => f s a c u)) -> has_mean l e ->
  (forall x a, In x l -> 0 <= a <= 1 -> expects w (f (score x) a) (e (score x) a)) ->
  expects w (fun c u => Ek l k (fun s a => f s a c u)) y -> y = Ek l k e.
Proof.
  intros B W Bd I Ie He Y. set (cl := fun a => Rmax 0 (Rmin 1 a)).
  assert (Cl : forall a, 0 <= cl a <= 1).
  { intros a. unfold cl. split; [apply Rmax_l|]. apply Rmax_lub; [lra|apply Rmin_l]. }
  assert (Id : forall a, 0 <= a <= 1 -> cl a = a) by (intros a A; unfold cl; rewrite Rmin_right, Rmax_right; lra).
  set (fn := fun n c u => sum l (fun x => share l k x * riemann n (fun a => f (score x) (cl a) c u))).
  set (xn := fun n => sum l (fun x => share l k x * riemann n (fun a => e (score x) (cl a)))).
  assert (H1 : forall n, expects w (fn n) (xn n)).
  { intros n. apply (expects_sum w l (share l k) (fun x c u => riemann n (fun a => f (score x) (cl a) c u))). intros x X.
    apply (expects_riemann w n (fun a => f (score x) (cl a)) (fun a => e (score x) (cl a))). intros a. apply He; auto. }
  assert (L1 : is_lim_seq xn y).
  { apply (W fn (fun c u => Ek l k (fun s a => f s a c u)) xn y M); auto.
    - intros n c u C U. destruct (share_counts l k B) as [N S]. unfold fn.
      assert (K : forall x, In x l -> Rabs (riemann n (fun a => f (score x) (cl a) c u)) <= M).
      { intros x X. apply riemann_bounded. intros a A. apply Bd; auto. }
      apply Rabs_le. split.
      + replace (- M) with (sum l (fun x => share l k x * - M)) by (rewrite sum_scal_r, S; ring). apply sum_le. intros x X.
        apply Rmult_le_compat_l; [apply N|]. specialize (K x X). apply Rabs_le_between in K. lra.
      + replace M with (sum l (fun x => share l k x * M)) by (rewrite sum_scal_r, S; ring). apply sum_le. intros x X.
        apply Rmult_le_compat_l; [apply N|]. specialize (K x X). apply Rabs_le_between in K. lra.
    - intros c u C U. apply (sum_converges l (share l k) (fun n x => riemann n (fun a => f (score x) (cl a) c u))
        (fun x => integral (fun a => f (score x) a c u) 0 1)). intros x X.
      apply is_lim_seq_ext with (fun n => riemann n (fun a => f (score x) a c u)).
      + intros n. apply riemann_same. intros a A. now rewrite Id.
      + apply riemann_converges, (I c u C U x X). }
  assert (L2 : is_lim_seq xn (Ek l k e)).
  { apply (sum_converges l (share l k) (fun n x => riemann n (fun a => e (score x) (cl a))) (fun x => integral (e (score x)) 0 1)).
    intros x X. apply is_lim_seq_ext with (fun n => riemann n (e (score x))).
    - intros n. apply riemann_same. intros a A. now rewrite Id.
    - apply riemann_converges, (Ie x X). }
  apply is_lim_seq_unique in L1, L2. rewrite L1 in L2. now injection L2.
Qed.
