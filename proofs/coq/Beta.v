(** Axioms on Beta densities of the operating condition. *)
Require Import Reals Lra List Psatz Lia.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Least Losses Hull Cutpoints.
Open Scope R_scope.

(** The improper integral over (0, 1): x is the limit of the integrals from r to q as r falls to 0 and q rises to 1. *)
Definition improper (f : R -> R) (x : R) : Prop := (forall r q, 0 < r -> r <= q -> q < 1 -> integrable f r q) /\
  forall e, 0 < e -> exists d, 0 < d <= 1 / 2 /\ forall r q, 0 < r < d -> 1 - d < q < 1 -> Rabs (integral f r q - x) <= e.

Lemma improper_close f g x y e : improper f x -> improper g y -> 0 < e -> exists r q, 0 < r < 1 / 2 /\ 1 / 2 < q < 1 /\
  Rabs (integral f r q - x) <= e /\ Rabs (integral g r q - y) <= e.
Proof.
  intros [_ F] [_ G] E0. destruct (F e E0) as [d [D K]], (G e E0) as [d' [D' K']]. set (m := Rmin d d').
  assert (M : 0 < m) by (apply Rmin_glb_lt; lra). pose proof (Rmin_l d d' : m <= d). pose proof (Rmin_r d d' : m <= d').
  exists (m / 2), (1 - m / 2). repeat split; try lra; [apply K|apply K']; lra.
Qed.
Lemma improper_le f g x y : (forall c, 0 < c < 1 -> f c <= g c) -> improper f x -> improper g y -> x <= y.
Proof.
  intros L F G. apply Rnot_lt_le. intros D. destruct (improper_close f g x y ((x - y) / 3) F G) as [r [q [Hr [Hq [A A']]]]]; [lra|].
  destruct F as [If _], G as [Ig _]. assert (integral f r q <= integral g r q).
  { apply integral_le; [lra|apply If; lra|apply Ig; lra|]. intros c C. apply L. lra. }
  apply Rabs_le_between in A, A'. lra.
Qed.
Lemma improper_same f g x : (forall c, 0 < c < 1 -> f c = g c) -> improper f x -> improper g x.
Proof.
  intros Q [I K]. split.
  - intros r q H H' H''. apply integrable_ext with f; auto. intros c C. apply Q. lra.
  - intros e E0. destruct (K e E0) as [d [D A]]. exists d. split; auto. intros r q Hr Hq.
    rewrite <- (integral_ext f g r q); [now apply A|lra|]. intros c C. apply Q. lra.
Qed.
Lemma improper_one f x y : improper f x -> improper f y -> x = y.
Proof. intros F G. apply Rle_antisym; eapply improper_le; eauto; intros; lra. Qed.
Lemma improper_linear f g x y a b : improper f x -> improper g y -> improper (fun c => a * f c + b * g c) (a * x + b * y).
Proof.
  intros [If F] [Ig G]. split.
  - intros r q H H' H''. apply integrable_plus; apply integrable_scal; auto.
  - intros e E0. set (k := Rabs a + Rabs b + 1). pose proof (Rabs_pos a). pose proof (Rabs_pos b).
    assert (K0 : 0 < e / k) by (apply Rdiv_lt_0_compat; unfold k; lra).
    destruct (F _ K0) as [d [D A]], (G _ K0) as [d' [D' A']]. exists (Rmin d d'). pose proof (Rmin_l d d'). pose proof (Rmin_r d d').
    split; [split; [apply Rmin_glb_lt; lra|lra]|]. intros r q Hr Hq.
    assert (J : integrable f r q) by (apply If; lra). assert (J' : integrable g r q) by (apply Ig; lra).
    rewrite (integral_plus (fun c => a * f c) (fun c => b * g c)) by (apply integrable_scal; assumption).
    rewrite (integral_scal a f), (integral_scal b g) by assumption.
    specialize (A r q (ltac:(lra)) (ltac:(lra))). specialize (A' r q (ltac:(lra)) (ltac:(lra))).
    replace (a * integral f r q + b * integral g r q - (a * x + b * y))
      with (a * (integral f r q - x) + b * (integral g r q - y)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult.
    assert (e = k * (e / k)) by (field; unfold k; lra).
    assert (Rabs a * Rabs (integral f r q - x) <= Rabs a * (e / k)) by (apply Rmult_le_compat_l; auto).
    assert (Rabs b * Rabs (integral g r q - y) <= Rabs b * (e / k)) by (apply Rmult_le_compat_l; auto).
    unfold k in *. nra.
Qed.
(** A function that is not negative has an improper integral if its integrals are bounded; it is no less than these. *)
Lemma improper_exists f K : (forall r q, 0 < r -> r <= q -> q < 1 -> integrable f r q) -> (forall c, 0 < c < 1 -> 0 <= f c) ->
  (forall r q, 0 < r -> r <= q -> q < 1 -> integral f r q <= K) ->
  exists x, improper f x /\ forall r q, 0 < r -> r <= q -> q < 1 -> integral f r q <= x.
Proof.
  intros I P B. destruct (completeness (fun y => exists r q, 0 < r /\ r <= q /\ q < 1 /\ y = integral f r q)) as [x [U L]].
  { exists K. intros y [r [q [Hr [H [Hq ->]]]]]. auto. }
  { exists (integral f (1 / 2) (1 / 2)), (1 / 2), (1 / 2). repeat split; lra. }
  assert (Up : forall r q, 0 < r -> r <= q -> q < 1 -> integral f r q <= x) by (intros; apply U; eauto 8).
  exists x. split; auto. split; auto. intros e E0.
  assert (C : exists r q, 0 < r /\ r <= q /\ q < 1 /\ x - e < integral f r q).
  { destruct (Classical_Prop.classic (exists r q, 0 < r /\ r <= q /\ q < 1 /\ x - e < integral f r q)) as [|N]; auto. exfalso.
    assert (x <= x - e); [|lra]. apply L. intros y [r [q [Hr [H [Hq ->]]]]]. apply Rnot_lt_le. intros M. apply N. eauto 8. }
  destruct C as [r0 [q0 [R0 [H0 [Q0 C]]]]]. set (m := Rmin (Rmin r0 (1 - q0)) (1 / 2)).
  pose proof (Rmin_l (Rmin r0 (1 - q0)) (1 / 2) : m <= _). pose proof (Rmin_r (Rmin r0 (1 - q0)) (1 / 2) : m <= _).
  pose proof (Rmin_l r0 (1 - q0)). pose proof (Rmin_r r0 (1 - q0)).
  exists m. split; [split; [unfold m; repeat apply Rmin_glb_lt; lra|lra]|]. intros r q Hr Hq.
  assert (Z : forall a b, 0 < a -> a <= b -> b < 1 -> 0 <= integral f a b).
  { intros a b A1 A2 A3. apply integral_ge0; auto. intros c Cc. apply P. lra. }
  assert (J : integral f r q = integral f r r0 + integral f r0 q0 + integral f q0 q).
  { rewrite !integral_join; auto; apply I; lra. }
  pose proof (Z r r0 (ltac:(lra)) (ltac:(lra)) (ltac:(lra))). pose proof (Z q0 q (ltac:(lra)) (ltac:(lra)) (ltac:(lra))).
  pose proof (Up r q (ltac:(lra)) (ltac:(lra)) (ltac:(lra))). apply Rabs_le. lra.
Qed.

Lemma improper_above f x r q : (forall c, 0 < c < 1 -> 0 <= f c) -> improper f x -> 0 < r -> r <= q -> q < 1 -> integral f r q <= x.
Proof.
  intros P [I K] R0 L Q1. apply Rnot_lt_le. intros D. destruct (K ((integral f r q - x) / 2)) as [d [Hd A]]; [lra|].
  set (r' := Rmin r (d / 2)). set (q' := Rmax q (1 - d / 2)).
  pose proof (Rmin_l r (d / 2) : r' <= r). pose proof (Rmin_r r (d / 2) : r' <= d / 2).
  pose proof (Rmax_l q (1 - d / 2) : q <= q'). pose proof (Rmax_r q (1 - d / 2) : 1 - d / 2 <= q').
  assert (R' : 0 < r') by (apply Rmin_glb_lt; lra). assert (Q' : q' < 1) by (apply Rmax_lub_lt; lra).
  assert (Z : forall a b, 0 < a -> a <= b -> b < 1 -> 0 <= integral f a b).
  { intros a b A1 A2 A3. apply integral_ge0; auto. intros c Cc. apply P. lra. }
  assert (J : integral f r' q' = integral f r' r + integral f r q + integral f q q').
  { rewrite !integral_join; auto; apply I; lra. }
  pose proof (Z r' r (ltac:(lra)) (ltac:(lra)) (ltac:(lra))). pose proof (Z q q' (ltac:(lra)) (ltac:(lra)) (ltac:(lra))).
  specialize (A r' q' (ltac:(lra)) (ltac:(lra))). apply Rabs_le_between in A. lra.
Qed.

(** c^(a - 1) (1 - c)^(b - 1). *)
Definition beta_weight (a b c : R) : R := Rpower c (a - 1) * Rpower (1 - c) (b - 1).
Lemma beta_weight_pos a b c : 0 < beta_weight a b c.
Proof. unfold beta_weight, Rpower. apply Rmult_lt_0_compat; apply exp_pos. Qed.
Lemma beta_weight_integrable a b r q : 0 < r -> r <= q -> q < 1 -> integrable (beta_weight a b) r q.
Proof.
  intros R0 L Q1. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). rewrite Rmin_left, Rmax_right by lra. intros c C.
  apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). unfold beta_weight, Rpower. auto_derive. lra.
Qed.
Lemma Rpower_half x y : 1 / 2 <= x <= 1 -> Rpower x y <= 1 + Rpower (1 / 2) y.
Proof.
  intros X. destruct (Rle_dec 0 y) as [Y|Y].
  - assert (Rpower x y <= Rpower 1 y) by (apply Rle_Rpower_l; lra).
    replace (Rpower 1 y) with 1 in H by (unfold Rpower; rewrite ln_1, Rmult_0_r, exp_0; reflexivity).
    pose proof (exp_pos (y * ln (1 / 2))). unfold Rpower in *. lra.
  - assert (Rpower x y <= Rpower (1 / 2) y); [|lra]. unfold Rpower.
    assert (ln (1 / 2) <= ln x) by (destruct (proj1 X) as [L | <-]; [left; apply ln_increasing; lra|lra]).
    destruct (Req_dec (y * ln x) (y * ln (1 / 2))) as [-> |N]; [lra|]. left. apply exp_increasing. nra.
Qed.
Lemma integral_powers a r q : 0 < a -> 0 < r -> r <= q -> q < 1 ->
  (integrable (fun c => Rpower c (a - 1)) r q /\ integral (fun c => Rpower c (a - 1)) r q <= 1 / a) /\
  (integrable (fun c => Rpower (1 - c) (a - 1)) r q /\ integral (fun c => Rpower (1 - c) (a - 1)) r q <= 1 / a).
Proof.
  intros A R0 L Q1. assert (One : forall x, 0 < x < 1 -> 0 < Rpower x a < 1).
  { intros x X. unfold Rpower. split; [apply exp_pos|]. rewrite <- exp_0. apply exp_increasing.
    assert (ln x < 0) by (rewrite <- ln_1; apply ln_increasing; lra). nra. }
  assert (Q : forall x, 0 < x -> exp (a * ln x) * / x = Rpower x (a - 1)).
  { intros x X. unfold Rpower. replace ((a - 1) * ln x) with (a * ln x + - ln x) by ring.
    rewrite exp_plus, exp_Ropp, exp_ln by auto. reflexivity. }
  assert (D : forall x y, 0 < x < 1 -> 0 < y < 1 -> Rpower x a / a - Rpower y a / a <= 1 / a).
  { intros x y X Y. pose proof (One x X). pose proof (One y Y). unfold Rdiv. rewrite <- Rmult_minus_distr_r.
    apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|lra]. }
  split.
  - destruct (integral_derivative (fun c => Rpower c a / a) (fun c => Rpower c (a - 1)) r q) as [I J]; auto.
    + intros c C. rewrite <- Q by lra. unfold Rpower. auto_derive; [lra|].
      try change (1 + - c) with (1 - c). field. lra.
    + intros c C. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). unfold Rpower. auto_derive. lra.
    + split; auto. rewrite J. apply D; lra.
  - destruct (integral_derivative (fun c => - (Rpower (1 - c) a / a)) (fun c => Rpower (1 - c) (a - 1)) r q) as [I J]; auto.
    + intros c C. rewrite <- Q by lra. unfold Rpower. auto_derive; [lra|].
      try change (1 + - c) with (1 - c). field. lra.
    + intros c C. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). unfold Rpower. auto_derive. lra.
    + split; auto. rewrite J. pose proof (D (1 - r) (1 - q)). lra.
Qed.
Lemma beta_exists a b : 0 < a -> 0 < b -> exists x, improper (beta_weight a b) x /\ 0 < x.
Proof.
  intros A B. set (D := fun y => 1 + Rpower (1 / 2) (y - 1)).
  assert (D1 : forall y, 1 < D y) by (intros; unfold D, Rpower; pose proof (exp_pos ((y - 1) * ln (1 / 2))); lra).
  destruct (improper_exists (beta_weight a b) (D b * (1 / a) + D a * (1 / b))) as [x [I U]].
  - apply beta_weight_integrable.
  - intros c _. left. apply beta_weight_pos.
  - intros r q R0 L Q1. destruct (integral_powers a r q A R0 L Q1) as [[I1 J1] _].
    destruct (integral_powers b r q B R0 L Q1) as [_ [I2 J2]].
    apply Rle_trans with (integral (fun c => D b * Rpower c (a - 1) + D a * Rpower (1 - c) (b - 1)) r q).
    + apply integral_le; auto; [now apply beta_weight_integrable|apply integrable_plus; now apply integrable_scal|].
      intros c C. unfold beta_weight.
      assert (P1 : 0 < Rpower c (a - 1)) by apply exp_pos. assert (P2 : 0 < Rpower (1 - c) (b - 1)) by apply exp_pos.
      pose proof (D1 a). pose proof (D1 b). destruct (Rle_dec c (1 / 2)) as [H1|H1].
      * pose proof (Rpower_half (1 - c) (b - 1) (ltac:(lra))) as H2. fold (D b) in H2. nra.
      * pose proof (Rpower_half c (a - 1) (ltac:(lra))) as H2. fold (D a) in H2. nra.
    + rewrite (integral_plus (fun c => D b * Rpower c (a - 1)) (fun c => D a * Rpower (1 - c) (b - 1))) by (apply integrable_scal; assumption).
      rewrite (integral_scal (D b) (fun c => Rpower c (a - 1))), (integral_scal (D a) (fun c => Rpower (1 - c) (b - 1))) by assumption.
      pose proof (D1 a). pose proof (D1 b). nra.
  - exists x. split; auto. eapply Rlt_le_trans; [|apply (U (1 / 4) (3 / 4)); lra].
    apply RInt_gt_0; [lra| |].
    + intros c _. apply beta_weight_pos.
    + intros c C. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). unfold beta_weight, Rpower. auto_derive. lra.
Qed.

(** The density proportional to it, of which the uniform one is that with a = b = 1; u is uniform and independent of c. *)
Definition beta_expects (a b : R) (f : R -> R -> R) (x : R) : Prop := exists (g : R -> R) y z,
  (forall c, 0 <= c <= 1 -> is_RInt (V := R_NormedModule) (f c) 0 1 (g c)) /\
  improper (fun c => g c * beta_weight a b c) y /\ improper (beta_weight a b) z /\ x = y / z.
Definition beta (a b : R) : 0 < a -> 0 < b -> density.
Proof.
  intros A B. assert (Pos : forall z, improper (beta_weight a b) z -> 0 < z).
  { intros z Z. destruct (beta_exists a b A B) as [z' [Z' P]]. now rewrite (improper_one _ z z' Z Z'). }
  refine {| expects := beta_expects a b |}.
  - intros f x x' [g [y [z [G [Y [Z ->]]]]]] [g' [y' [z' [G' [Y' [Z' ->]]]]]]. rewrite (improper_one _ z z' Z Z').
    enough (Ey : y = y') by now rewrite Ey. apply (improper_one (fun c => g c * beta_weight a b c)); auto.
    apply (improper_same (fun c => g' c * beta_weight a b c)); auto. intros c C.
    now rewrite (is_RInt_unique_value (f c) (g' c) (g c) (G' c (ltac:(lra))) (G c (ltac:(lra)))).
  - intros k. destruct (beta_exists a b A B) as [z [Z P]]. exists (fun _ => k), (k * z + 0 * z), z. split; [|split; [|split]]; auto.
    + intros; apply is_RInt_const01.
    + apply (improper_same (fun c => k * beta_weight a b c + 0 * beta_weight a b c)); [intros; ring|]. now apply improper_linear.
    + field. lra.
  - intros r q f f' x x' [g [y [z [G [Y [Z ->]]]]]] [g' [y' [z' [G' [Y' [Z' ->]]]]]].
    exists (fun c => r * g c + q * g' c), (r * y + q * y'), z. pose proof (Pos z Z). rewrite (improper_one _ z' z Z' Z). split; [|split; [|split]]; auto.
    + intros c C. apply is_RInt_linear; auto.
    + apply (improper_same (fun c => r * (g c * beta_weight a b c) + q * (g' c * beta_weight a b c))); [intros; ring|].
      now apply improper_linear.
    + field. lra.
  - intros f f' x H [g [y [z [G [Y [Z ->]]]]]]. exists g, y, z. split; [|split; [|split]]; auto. intros c C. apply (is_RInt_same (f c)); auto.
  - intros f f' x x' H [g [y [z [G [Y [Z ->]]]]]] [g' [y' [z' [G' [Y' [Z' ->]]]]]]. rewrite (improper_one _ z' z Z' Z).
    pose proof (Pos z Z). apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|].
    apply (improper_le (fun c => g c * beta_weight a b c) (fun c => g' c * beta_weight a b c)); auto. intros c C.
    apply Rmult_le_compat_r; [left; apply beta_weight_pos|]. apply (is_RInt_mono (f c) (f' c)); auto; [intros; apply H; lra|apply G; lra|apply G'; lra].
Defined.

Lemma beta_even_rank a b A B : even_rank (beta a b A B).
Proof.
  intros f g x H. split; intros [h [y [z [Hh [Y [Z ->]]]]]]; exists g, y, z.
  - split; [intros; apply is_RInt_const01|]. split; auto.
    apply (improper_same (fun c => h c * beta_weight a b c)); auto. intros c C. f_equal.
    apply (is_RInt_unique_value (f c)); [apply Hh|apply H]; lra.
  - split; auto. split; auto. apply (improper_same (fun c => h c * beta_weight a b c)); auto. intros c C. f_equal.
    apply (is_RInt_unique_value (fun _ => g c)); [apply Hh; lra|apply is_RInt_const01].
Qed.

(** B(a + 1, b) (a + b) = B(a, b) a. *)
Lemma beta_step a b x y : 0 < a -> 0 < b -> improper (beta_weight a b) x -> improper (beta_weight (a + 1) b) y ->
  (a + b) * y = a * x.
Proof.
  intros A B X Y. set (g := fun c => a * beta_weight a b c + - (a + b) * beta_weight (a + 1) b c).
  assert (L : improper g (a * x + - (a + b) * y)) by now apply improper_linear.
  enough (Z : improper g 0) by (pose proof (improper_one g _ _ L Z); lra).
  split; [apply L|]. intros e E0.
  set (d := Rmin (Rmin (Rpower (e / 2) (1 / a)) (Rpower (e / 2) (1 / b))) (1 / 2)).
  pose proof (Rmin_l (Rmin (Rpower (e / 2) (1 / a)) (Rpower (e / 2) (1 / b))) (1 / 2) : d <= _).
  pose proof (Rmin_r (Rmin (Rpower (e / 2) (1 / a)) (Rpower (e / 2) (1 / b))) (1 / 2) : d <= _).
  pose proof (Rmin_l (Rpower (e / 2) (1 / a)) (Rpower (e / 2) (1 / b))).
  pose proof (Rmin_r (Rpower (e / 2) (1 / a)) (Rpower (e / 2) (1 / b))).
  exists d. split.
  { split; [|lra]. unfold d. repeat apply Rmin_glb_lt; try apply exp_pos; lra. }
  intros r q Hr Hq.
  assert (Small : forall x k, 0 < k -> 0 < x -> x <= Rpower (e / 2) (1 / k) -> Rpower x k <= e / 2).
  { intros s k K S Le. apply Rle_trans with (Rpower (Rpower (e / 2) (1 / k)) k).
    - apply Rle_Rpower_l; lra.
    - rewrite Rpower_mult. replace (1 / k * k) with 1 by (field; lra). rewrite Rpower_1; lra. }
  assert (One : forall x k, 0 < k -> 0 < x < 1 -> 0 < Rpower x k <= 1).
  { intros s k K S. split; [apply exp_pos|]. left. unfold Rpower. rewrite <- exp_0. apply exp_increasing.
    assert (ln s < 0) by (rewrite <- ln_1; apply ln_increasing; lra). nra. }
  destruct (integral_derivative (fun c => Rpower c a * Rpower (1 - c) b) g r q) as [_ J]; [lra| | |].
  - intros c C.
    assert (Q1 : Rpower c (a - 1) = Rpower c a * / c).
    { unfold Rminus. rewrite Rpower_plus, Rpower_Ropp, Rpower_1 by lra. reflexivity. }
    assert (Q2 : Rpower (1 - c) (b - 1) = Rpower (1 - c) b * / (1 - c)).
    { unfold Rminus at 2. rewrite Rpower_plus, Rpower_Ropp, Rpower_1 by lra. reflexivity. }
    unfold g, beta_weight. replace (a + 1 - 1) with a by ring. rewrite Q1, Q2. unfold Rpower. auto_derive; [lra|].
      try change (1 + - c) with (1 - c). field. lra.
  - intros c C. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). unfold g, beta_weight, Rpower. auto_derive. lra.
  - rewrite J. pose proof (One r a A (ltac:(lra))). pose proof (One (1 - q) b B (ltac:(lra))).
    pose proof (One q a A (ltac:(lra))). pose proof (One (1 - r) b B (ltac:(lra))).
    pose proof (Small r a A (ltac:(lra)) (ltac:(lra))). pose proof (Small (1 - q) b B (ltac:(lra)) (ltac:(lra))).
    apply Rabs_le. nra.
Qed.
Lemma beta_moment a b (A : 0 < a) (B : 0 < b) j y z : improper (beta_weight (a + INR j) b) y -> improper (beta_weight a b) z ->
  expects (beta a b A B) (fun c _ => c ^ j) (y / z).
Proof.
  intros Y Z. exists (fun c => c ^ j), y, z. split; [|split; [|split]]; auto.
  - intros; apply is_RInt_const01.
  - apply (improper_same (beta_weight (a + INR j) b)); auto. intros c C. unfold beta_weight.
    rewrite <- (Rpower_pow j c) by lra. rewrite <- Rmult_assoc, <- Rpower_plus. do 2 f_equal. ring.
Qed.

(** Axiom beta_moments. Any a > 0 and b > 0, j = 1, 2, ...; both sides have a value.
    left: Ec(c**j, beta(a, b))
    relation: ==
    right: (a + j - 1)/(a + b + j - 1)*Ec(c**(j - 1), beta(a, b)) *)
Theorem beta_moments a b (A : 0 < a) (B : 0 < b) j : (1 <= j)%nat -> exists y,
  expects (beta a b A B) (fun c _ => c ^ (j - 1)) y /\
  expects (beta a b A B) (fun c _ => c ^ j) ((a + INR j - 1) / (a + b + INR j - 1) * y).
Proof.
  intros J. destruct (beta_exists a b A B) as [z [Z P]]. destruct j as [|i]; [lia|]. replace (S i - 1)%nat with i by lia.
  pose proof (pos_INR i). rewrite S_INR.
  destruct (beta_exists (a + INR i) b) as [y0 [Y0 _]]; try lra. destruct (beta_exists (a + INR i + 1) b) as [y1 [Y1 _]]; try lra.
  exists (y0 / z). split; [now apply beta_moment|].
  pose proof (beta_step (a + INR i) b y0 y1 (ltac:(lra)) B Y0 Y1) as K.
  replace ((a + (INR i + 1) - 1) / (a + b + (INR i + 1) - 1) * (y0 / z)) with (y1 / z).
  - apply beta_moment; auto. rewrite S_INR. replace (a + (INR i + 1)) with (a + INR i + 1) by ring. exact Y1.
  - replace (a + (INR i + 1) - 1) with (a + INR i) by ring. replace (a + b + (INR i + 1) - 1) with (a + INR i + b) by ring.
    replace ((a + INR i) / (a + INR i + b) * (y0 / z)) with ((a + INR i) * y0 / ((a + INR i + b) * z)) by (field; lra).
    rewrite <- K. field. lra.
Qed.

(** Bounded functions have a mean if they are integrable times the density. *)
Lemma beta_has_mean a b A B (g : R -> R) M : (forall c, 0 < c < 1 -> 0 <= g c <= M) ->
  (forall r q, 0 < r -> r <= q -> q < 1 -> integrable (fun c => g c * beta_weight a b c) r q) ->
  exists y, expects (beta a b A B) (fun c _ => g c) y.
Proof.
  intros P I. destruct (beta_exists a b A B) as [z [Z Z0]].
  assert (M0 : 0 <= M) by (pose proof (P (1 / 2) (ltac:(lra))); lra).
  destruct (improper_exists (fun c => g c * beta_weight a b c) (M * z)) as [y [Y _]]; auto.
  - intros c C. apply Rmult_le_pos; [apply P; lra|left; apply beta_weight_pos].
  - intros r q R0 L Q1. apply Rle_trans with (integral (fun c => M * beta_weight a b c) r q).
    + apply integral_le; auto; [apply integrable_scal, beta_weight_integrable; auto|]. intros c C.
      apply Rmult_le_compat_r; [left; apply beta_weight_pos|apply P; lra].
    + pose proof (integral_scal M (beta_weight a b) r q (beta_weight_integrable a b r q R0 L Q1)) as J. rewrite J.
      apply Rmult_le_compat_l; auto. apply improper_above; auto. intros c _. left. apply beta_weight_pos.
  - exists (y / z), g, y, z. split; [intros; apply is_RInt_const01|]. auto.
Qed.
Lemma beta_times a b (g : R -> R) r q : (forall c, continuous g c) -> 0 < r -> r <= q -> q < 1 ->
  integrable (fun c => g c * beta_weight a b c) r q.
Proof.
  intros C R0 L Q1. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). rewrite Rmin_left, Rmax_right by lra. intros c Hc.
  apply (continuous_mult (K := R_AbsRing)); auto.
  apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). unfold beta_weight, Rpower. auto_derive. lra.
Qed.
(** A function that is continuous up to t and beyond. *)
Lemma beta_times_jump a b (f g h : R -> R) t r q : (forall c, continuous g c) -> (forall c, continuous h c) ->
  (forall c, c < t -> f c = g c) -> (forall c, t < c -> f c = h c) -> 0 < r -> r <= q -> q < 1 ->
  integrable (fun c => f c * beta_weight a b c) r q.
Proof.
  intros Cg Ch G Hh R0 L Q1.
  assert (Low : forall u v, r <= u -> u <= v -> v <= q -> v <= t -> integrable (fun c => f c * beta_weight a b c) u v).
  { intros u v A1 A2 A3 A4. apply integrable_ext with (fun c => g c * beta_weight a b c); auto; [|apply beta_times; auto; lra].
    intros c C. rewrite G; auto; lra. }
  assert (High : forall u v, r <= u -> u <= v -> v <= q -> t <= u -> integrable (fun c => f c * beta_weight a b c) u v).
  { intros u v A1 A2 A3 A4. apply integrable_ext with (fun c => h c * beta_weight a b c); auto; [|apply beta_times; auto; lra].
    intros c C. rewrite Hh; auto; lra. }
  destruct (Rle_dec q t); [apply Low; lra|]. destruct (Rle_dec t r); [apply High; lra|].
  apply (ex_RInt_Chasles (V := R_NormedModule)) with t; [apply Low|apply High]; lra.
Qed.
(** The three means of the H-measure have values. *)
Lemma h_measure_means l p v a b A B : both_classes l -> proportions p -> let w := beta a b A B in
  (exists x, loss l p v w optimal x) /\ (exists y, expects w (fun c _ => 2 * c * ind (Rlt_dec c (p true))) y) /\
  exists z, expects w (fun c _ => 2 * (1 - c) * ind (Rle_dec (p true) c)) z.
Proof.
  intros C P w. assert (Affine : forall k j c, continuous (fun c => k + j * c) c).
  { intros k j c. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive. }
  split; [|split].
  - destruct (pav_exists l p C P) as [u0 U0]. destruct (pav_bounded l p u0 C P U0) as [u [U [N _]]].
    set (f := fun c => least_cost l p u (2 * c) (2 * (1 - c))).
    assert (F : forall c, 0 <= c <= 1 -> is_least (fun t => Qc l p t c) (f c)).
    { intros c Hc. apply (is_least_ext _ _ _ _ (least_cost_least l p u (2 * c) (2 * (1 - c)) C P U (ltac:(lra)) (ltac:(lra))));
        [intros; now rewrite Qc_cost|reflexivity]. }
    destruct (weight_counts l p C P) as [W One].
    destruct (beta_has_mean a b A B f 2) as [x X].
    + intros c Hc. unfold f, least_cost. split.
      * apply sum_ge0. intros y _. pose proof (N (score y)). apply Rmult_le_pos; [apply W|]. apply Rmin_glb; apply Rmult_le_pos; lra.
      * apply Rle_trans with (sum l (fun y => weight l p y * 2)); [|rewrite sum_scal_r, One; lra]. apply sum_le. intros y _.
        apply Rmult_le_compat_l; [apply W|]. eapply Rle_trans; [apply Rmin_l|]. pose proof (N (score y)). nra.
    + intros r q R0 L Q1. apply beta_times; auto. intros c. unfold f, least_cost. generalize (weight l p). intros k. clear - Affine.
      induction l as [|y l IH]; simpl.
      * apply continuous_const.
      * apply (continuous_plus (V := R_NormedModule)); [|exact IH].
        apply (continuous_mult (K := R_AbsRing)); [apply continuous_const|]. apply Rmin_continuous.
        -- apply continuous_ext with (fun c => 0 + 2 * (1 - u (score y)) * c); [intros; simpl; ring|apply Affine].
        -- apply continuous_ext with (fun c => 2 * u (score y) + - (2 * u (score y)) * c); [intros; simpl; ring|apply Affine].
    + exists x. apply (loss_of_optimal l p v w f); auto.
  - apply (beta_has_mean a b A B _ 2).
    + intros c Hc. pose proof (ind_01 (Rlt_dec c (p true))). nra.
    + intros r q. apply (beta_times_jump a b _ (fun c => 0 + 2 * c) (fun c => 0 + 0 * c) (p true)); auto; intros c Hc; unfold ind;
        destruct (Rlt_dec c (p true)); lra.
  - apply (beta_has_mean a b A B _ 2).
    + intros c Hc. pose proof (ind_01 (Rle_dec (p true) c)). nra.
    + intros r q. apply (beta_times_jump a b _ (fun c => 0 + 0 * c) (fun c => 2 + -2 * c) (p true)); auto; intros c Hc; unfold ind;
        destruct (Rle_dec (p true) c); lra.
Qed.

(** H is what the optimal thresholds gain against the better one of both constant classifiers at each c, which lose 2 c pi0
    and 2 (1 - c) pi1: one less the ratio of both losses. *)
Definition is_h_measure (l : sample) (p : bool -> R) (v : reading) (w : density) (h : R) : Prop := exists x m,
  loss l p v w optimal x /\ expects w (fun c _ => Rmin (2 * c * p false) (2 * (1 - c) * p true)) m /\ m <> 0 /\ h = 1 - x / m.

(** Axiom h_measure. Any a > 0 and b > 0; x, y and z are the three means of the right side, which have values as
    [h_measure_means] says. What is divided by is positive.
    left: h_measure(a, b)
    relation: ==
    right: 1 - loss(optimal, cost=beta(a, b))/(pi0*Ec(2*c*indicator(c < pi1), beta(a, b)) + pi1*Ec(2*(1 - c)*indicator(pi1 <= c), beta(a, b))) *)
Theorem h_measure l p v a b (A : 0 < a) (B : 0 < b) x y z : proportions p -> let w := beta a b A B in
  loss l p v w optimal x -> expects w (fun c _ => 2 * c * ind (Rlt_dec c (p true))) y ->
  expects w (fun c _ => 2 * (1 - c) * ind (Rle_dec (p true) c)) z ->
  0 < p false * y + p true * z /\ forall h, is_h_measure l p v w h <-> h = 1 - x / (p false * y + p true * z).
Proof.
  intros [P0 [P1 PS]] w X Y Z. pose proof (expects_linear w (p false) (p true) _ _ _ _ Y Z) as M.
  set (m := p false * y + p true * z) in *.
  assert (K : expects w (fun c _ => Rmin (2 * c * p false) (2 * (1 - c) * p true)) m).
  { apply (expects_same w (fun c _ => p false * (2 * c * ind (Rlt_dec c (p true))) + p true * (2 * (1 - c) * ind (Rle_dec (p true) c)))); auto.
    intros c _ C _. unfold ind. replace (p false) with (1 - p true) by lra.
    destruct (Rlt_dec c (p true)), (Rle_dec (p true) c); try lra; [rewrite Rmin_left by lra; ring|rewrite Rmin_right by lra; ring]. }
  assert (Pos : 0 < m).
  { destruct (beta_moments a b A B 1 (ltac:(lia))) as [e [E0 E1]]. destruct (beta_moments a b A B 2 (ltac:(lia))) as [e' [E1' E2]].
    fold w in E0, E1, E1', E2. simpl (1 - 1)%nat in E0. simpl (2 - 1)%nat in E1'.
    assert (e = 1). { apply (expects_one w _ _ _ E0). apply (expects_same w (fun _ _ => 1)); [intros; reflexivity|apply expects_number]. }
    subst e. pose proof (expects_one w _ _ _ E1' E1) as ->. simpl INR in *.
    set (k := 2 * Rmin (p false) (p true)).
    pose proof (expects_linear w k (- k) _ _ _ _ E1 E2) as Q.
    assert (K0 : 0 < k) by (unfold k; assert (0 < Rmin (p false) (p true)) by (apply Rmin_glb_lt; auto); lra).
    apply Rlt_le_trans with (k * ((a + 1 - 1) / (a + b + 1 - 1) * 1)
      + - k * ((a + (1 + 1) - 1) / (a + b + (1 + 1) - 1) * ((a + 1 - 1) / (a + b + 1 - 1) * 1))).
    - replace (k * _ + _) with (k * (a * b / ((a + b) * (a + b + 1)))) by (field; lra).
      apply Rmult_lt_0_compat; auto. apply Rdiv_lt_0_compat; [now apply Rmult_lt_0_compat|]. apply Rmult_lt_0_compat; lra.
    - refine (expects_le w _ _ _ _ _ Q K). intros c _ C _. unfold k.
      pose proof (Rmin_l (p false) (p true)). pose proof (Rmin_r (p false) (p true)).
      assert (0 < Rmin (p false) (p true)) by (apply Rmin_glb_lt; auto).
      set (q := Rmin (p false) (p true)) in *. assert (0 <= c * (1 - c) <= c) by nra. assert (c * (1 - c) <= 1 - c) by nra.
      replace (2 * q * c ^ 1 + - (2 * q) * c ^ 2) with (2 * (q * (c * (1 - c)))) by ring.
      assert (q * (c * (1 - c)) <= p false * c) by (apply Rmult_le_compat; lra).
      assert (q * (c * (1 - c)) <= p true * (1 - c)) by (apply Rmult_le_compat; lra). apply Rmin_glb; lra. }
  split; auto. intros h. split.
  - intros [x' [m' [X' [K' [_ ->]]]]]. rewrite (expects_one w _ _ _ K' K). do 2 f_equal.
    destruct X as [f [F Xf]], X' as [f' [F' Xf']]. apply (expects_one w f'); auto.
    apply (expects_same w f); auto. intros c u C U. destruct (F c u C U) as [L [t T]], (F' c u C U) as [L' [t' T']].
    apply Rle_antisym; [rewrite <- T'; apply L|rewrite <- T; apply L'].
  - intros ->. exists x, m. repeat split; auto. lra.
Qed.
