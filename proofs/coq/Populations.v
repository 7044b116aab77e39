(** Populations, whose scores may be spread over [0, 1] as those of no finite sample are; the axioms on even scores. What is
    called as in [Sample.v] is the same of a population. *)
Require Import Reals Lra Lia List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Losses Lines Rates.
Open Scope R_scope.

(** A population: for each class the mean of a function of the score in [0, 1]. What all populations meet: the means of
    both classes are linear and positive, at least those of functions that are Riemann integrable, and see no other scores. *)
Definition population := bool -> (R -> R) -> R.
Definition positive_linear (m : (R -> R) -> R) : Prop :=
  (forall a b f g, integrable f 0 1 -> integrable g 0 1 -> m (fun s => a * f s + b * g s) = a * m f + b * m g) /\
  (forall f g, integrable f 0 1 -> integrable g 0 1 -> (forall s, 0 <= s <= 1 -> f s <= g s) -> m f <= m g).
Definition both_classes (l : population) : Prop := forall k, positive_linear (l k) /\ l k (fun _ => 1) = 1.
Definition unit_scores (l : population) : Prop := forall k f g, (forall s, 0 <= s <= 1 -> f s = g s) -> l k f = l k g.

(** A tie is passed uniformly. Fk and R at a place are the means of what has been passed there. *)
Definition Ek (l : population) (k : bool) (f : R -> R -> R) : R := l k (fun s => integral (f s) 0 1).
Definition E (l : population) (p : bool -> R) (f : R -> R -> R) : R := p false * Ek l false f + p true * Ek l true f.
Definition F (l : population) (k : bool) (t a : R) : R := l k (fun s => passed s t a).
Definition F_at (l : population) (k : bool) (t : R) : R := F l k t 1.
Definition Rate (l : population) (p : bool -> R) (t a : R) : R := p false * F l false t a + p true * F l true t a.
Definition scored (l : population) (s : R) : Prop := 0 <= s <= 1.
Definition has_mean (l : population) (f : R -> R -> R) : Prop :=
  (forall s, scored l s -> integrable (f s) 0 1) /\ integrable (fun s => integral (f s) 0 1) 0 1.

(** [given even_scores]: the scores of all are uniform on [0, 1]. [given calibrated]: of the examples with a score s the
    proportion s is of class 1, so that g has the same mean over class 1 as s g(s) has over all, but for its proportion. *)
Definition evenly_spread (l : population) (p : bool -> R) : Prop := forall g, integrable g 0 1 ->
  p false * l false g + p true * l true g = integral g 0 1.
Definition calibrated_scores (l : population) (p : bool -> R) : Prop := forall g, integrable g 0 1 ->
  p true * l true g = p false * l false (fun s => s * g s) + p true * l true (fun s => s * g s).

(** What a lemma needs of these it finds among the hypotheses. *)
Existing Class both_classes.
Existing Class unit_scores.
Existing Class evenly_spread.
Existing Class calibrated_scores.
Existing Class proportions.

(** * What has been passed *)

Definition clip (t : R) : R := Rmin 1 (Rmax 0 t).
Lemma clip_unit t : 0 <= t <= 1 -> clip t = t.
Proof. intros T. unfold clip. rewrite Rmax_right, Rmin_right; lra. Qed.
Lemma clip_rises x y : x <= y -> 0 <= clip y - clip x <= y - x.
Proof. intros L. unfold clip, Rmin, Rmax. repeat destruct Rle_dec; lra. Qed.
Lemma below_and_above h t : 0 <= t <= 1 -> integrable h 0 t -> forall a,
  is_RInt (V := R_NormedModule) (fun s => h s * passed s t a) 0 1 (integral h 0 t).
Proof.
  intros T I a.
  replace (integral h 0 t) with (plus (integral h 0 t) (scal (1 - t) 0)) by (unfold plus, scal; simpl; unfold mult; simpl; ring).
  apply (is_RInt_Chasles (V := R_NormedModule)) with t.
  - apply (is_RInt_ext (V := R_NormedModule) h); [|now apply is_integral].
    rewrite Rmin_left, Rmax_right by lra. intros s S. rewrite passed_below by lra. symmetry. apply Rmult_1_r.
  - apply (is_RInt_ext (V := R_NormedModule) (fun _ => 0)); [|apply (is_RInt_const (V := R_NormedModule))].
    rewrite Rmin_left, Rmax_right by lra. intros s S. rewrite passed_above by lra. symmetry. apply Rmult_0_r.
Qed.
Lemma passed_evenly t a : is_RInt (V := R_NormedModule) (fun s => passed s t a) 0 1 (clip t).
Proof.
  destruct (Rle_dec t 0) as [A|A]; [|destruct (Rle_dec 1 t) as [C|C]].
  - apply (is_RInt_same (fun s => passed s t a)); auto. unfold clip. rewrite Rmax_left, Rmin_right by lra.
    apply (is_RInt_ext (V := R_NormedModule) (fun _ => 0)); [|apply is_RInt_const01].
    rewrite Rmin_left, Rmax_right by lra. intros s S. now rewrite passed_above by lra.
  - unfold clip. rewrite Rmax_right, Rmin_left by lra.
    apply (is_RInt_ext (V := R_NormedModule) (fun _ => 1)); [|apply is_RInt_const01].
    rewrite Rmin_left, Rmax_right by lra. intros s S. now rewrite passed_below by lra.
  - rewrite clip_unit by lra. apply (is_RInt_same (fun s => 1 * passed s t a)); [intros; ring|].
    assert (V : integral (fun _ => 1) 0 t = t).
    { unfold integral. rewrite (RInt_const (V := R_CompleteNormedModule)). unfold scal; simpl; unfold mult; simpl. ring. }
    pose proof (below_and_above (fun _ => 1) t (ltac:(lra)) (integrable_const 1 0 t) a) as K. now rewrite V in K.
Qed.
Lemma passed_integrable t a : integrable (fun s => passed s t a) 0 1.
Proof. eexists. apply passed_evenly. Qed.

Section Means.
Variables (l : population) (k : bool).
Context {B : both_classes l} {U : unit_scores l}.
Lemma class_linear a b f g : integrable f 0 1 -> integrable g 0 1 -> l k (fun s => a * f s + b * g s) = a * l k f + b * l k g.
Proof. apply (proj1 (B k)). Qed.
Lemma class_le f g : integrable f 0 1 -> integrable g 0 1 -> (forall s, 0 <= s <= 1 -> f s <= g s) -> l k f <= l k g.
Proof. apply (proj1 (B k)). Qed.
Lemma class_same f g : (forall s, 0 <= s <= 1 -> f s = g s) -> l k f = l k g.
Proof. apply U. Qed.
Lemma class_number a : l k (fun _ => a) = a.
Proof.
  rewrite (class_same _ (fun _ => a * 1 + 0 * 1)) by (intros; ring).
  rewrite (class_linear a 0 (fun _ => 1) (fun _ => 1)) by apply integrable_const. rewrite (proj2 (B k)). ring.
Qed.
Lemma class_minus f g : integrable f 0 1 -> integrable g 0 1 -> l k (fun s => f s - g s) = l k f - l k g.
Proof.
  intros I J. rewrite (class_same _ (fun s => 1 * f s + -1 * g s)) by (intros; ring). rewrite class_linear by auto. ring.
Qed.
Lemma Ek_plain f : Ek l k (fun s _ => f s) = l k f.
Proof. apply class_same. intros. apply integral_const. Qed.
Lemma Ek_same f g : (forall s a, scored l s -> 0 < a < 1 -> f s a = g s a) -> Ek l k f = Ek l k g.
Proof. intros H. apply class_same. intros s X. apply integral_ext; [lra|]. auto. Qed.
Lemma F_01 t a : 0 <= a <= 1 -> 0 <= F l k t a <= 1.
Proof.
  intros A. pose proof (class_number 0) as N0. pose proof (class_number 1) as N1. unfold F. split.
  - rewrite <- N0. apply class_le; [apply integrable_const|apply passed_integrable|intros; now apply passed_01].
  - rewrite <- N1. apply class_le; [apply passed_integrable|apply integrable_const|intros; now apply passed_01].
Qed.
Lemma F_upto t a r b : 0 <= a <= 1 -> 0 <= b <= 1 -> upto t a r b -> F l k t a <= F l k r b.
Proof. intros A C H. apply class_le; try apply passed_integrable. intros. now apply passed_upto. Qed.
End Means.

(** * Even scores *)

Section Even.
Variables (l : population) (p : bool -> R).
Context {B : both_classes l} {U : unit_scores l} {P : proportions p} {S : evenly_spread l p}.

Lemma share_pos k : 0 < p k.
Proof. destruct P as [P0 [P1 _]]. now destruct k. Qed.
(** The mean over a class is no more than its part of the mean over all. *)
Lemma dominated k g : integrable g 0 1 -> (forall s, 0 <= s <= 1 -> 0 <= g s) -> 0 <= p k * l k g <= integral g 0 1.
Proof.
  intros I G. rewrite <- (S g I).
  assert (N : forall k, 0 <= p k * l k g).
  { intros j. apply Rmult_le_pos; [apply Rlt_le, share_pos|]. rewrite <- (class_number l j 0).
    apply class_le; auto. apply integrable_const. }
  pose proof (N false). pose proof (N true). destruct k; lra.
Qed.
Lemma Rate_clip t a : Rate l p t a = clip t.
Proof. unfold Rate, F. rewrite S by apply passed_integrable. apply integral_is, passed_evenly. Qed.
Lemma Rate_even t a : 0 <= t <= 1 -> Rate l p t a = t.
Proof. intros T. rewrite Rate_clip. now apply clip_unit. Qed.
Lemma F_rises k t a r b : 0 <= a <= 1 -> 0 <= b <= 1 -> upto t a r b -> 0 <= F l k r b - F l k t a <= (r - t) / p k.
Proof.
  intros A C H. pose proof (F_upto l k t a r b A C H) as L. split; [lra|]. pose proof (share_pos k) as K.
  assert (L' : t <= r) by (destruct H as [H | [-> _]]; lra).
  assert (D : integrable (fun s => passed s r b - passed s t a) 0 1).
  { apply (ex_RInt_minus (V := R_NormedModule)); apply passed_integrable. }
  destruct (dominated k _ D) as [_ M].
  { intros s _. pose proof (passed_upto s t a r b A C H). lra. }
  rewrite (class_minus l k _ _ (passed_integrable r b) (passed_integrable t a)) in M. fold (F l k r b) (F l k t a) in M.
  assert (V : integral (fun s => passed s r b - passed s t a) 0 1 = clip r - clip t).
  { apply integral_is, (is_RInt_minus (V := R_NormedModule)); apply passed_evenly. }
  rewrite V in M. pose proof (clip_rises t r L').
  apply Rmult_le_reg_l with (p k); auto. unfold Rdiv. replace (p k * ((r - t) * / p k)) with (r - t) by (field; lra). lra.
Qed.
(** No score has a share of its own. *)
Lemma F_place k t a : 0 <= a <= 1 -> F l k t a = F_at l k t.
Proof.
  intros A. assert (H : upto t a t 1) by (right; lra). pose proof (F_rises k t a t 1 A (ltac:(lra)) H) as K.
  replace ((t - t) / p k) with 0 in K by (field; apply Rgt_not_eq, share_pos). unfold F_at. lra.
Qed.
Lemma F_at_rises k x y : x <= y -> 0 <= F_at l k y - F_at l k x <= (y - x) / p k.
Proof. intros L. apply F_rises; try lra. destruct L; [now left|right; lra]. Qed.
Lemma F_at_steady k x y : Rabs (F_at l k x - F_at l k y) <= / p k * Rabs (x - y).
Proof.
  pose proof (share_pos k). assert (H0 : 0 < / p k) by now apply Rinv_0_lt_compat.
  destruct (Rle_dec x y) as [L|L].
  - pose proof (F_at_rises k x y L). rewrite (Rabs_left1 (F_at l k x - F_at l k y)), (Rabs_left1 (x - y)) by lra. unfold Rdiv in *. lra.
  - pose proof (F_at_rises k y x (ltac:(lra))). rewrite (Rabs_pos_eq (F_at l k x - F_at l k y)), (Rabs_pos_eq (x - y)) by lra. unfold Rdiv in *. lra.
Qed.
Lemma F_at_0 k : F_at l k 0 = 0.
Proof.
  pose proof (share_pos k) as K. destruct (dominated k _ (passed_integrable 0 1)) as [A C]; [intros; apply passed_01; lra|].
  rewrite (integral_is _ _ _ _ (passed_evenly 0 1)), clip_unit in C by lra. fold (F l k 0 1) in A, C. fold (F_at l k 0) in A, C.
  assert (H : p k * F_at l k 0 = 0) by lra. apply Rmult_integral in H. lra.
Qed.
Lemma F_at_1 k : F_at l k 1 = 1.
Proof.
  rewrite <- (class_number l k 1) at 2. apply (class_same l k). intros s X. unfold passed.
  destruct (Rlt_dec s 1); auto. destruct (Rlt_dec 1 s); [unfold scored in X; lra|reflexivity].
Qed.
End Even.

(** Axiom even_scores. In any population, at any class proportions, at each place (s, a).
    given: even_scores
    left: R(s)
    relation: ==
    right: s *)
Theorem even_scores l p s a : both_classes l -> unit_scores l -> proportions p -> evenly_spread l p -> 0 <= s <= 1 -> Rate l p s a = s.
Proof. intros B U P S X. now apply Rate_even. Qed.

(** Axiom even_thresholds. (t, a) is threshold_at(r), a place in [0, 1] at which R is r; r is such a place.
    given: even_scores
    left: threshold_at(r)
    relation: ==
    right: r *)
Theorem even_thresholds l p r t a : both_classes l -> unit_scores l -> proportions p -> evenly_spread l p ->
  0 <= r <= 1 -> 0 <= t <= 1 -> Rate l p t a = r <-> t = r.
Proof. intros B U P S Hr Ht. rewrite Rate_even by auto. tauto. Qed.

(** * Examples *)

(** A finite sample is a population, of which this is what [Sample.v] says. *)
Definition sample_population (l : sample) : population := fun k f => Sample.Ek l k (fun s _ => f s).
Lemma sample_Ek l k f : Ek (sample_population l) k f = Sample.Ek l k f.
Proof. unfold Ek, sample_population, Sample.Ek. rewrite (mean_plain l (share l k) (fun s => integral (f s) 0 1)). reflexivity. Qed.
Lemma sample_E l p f : E (sample_population l) p f = Sample.E l p f.
Proof. unfold E. now rewrite !sample_Ek, Sample.E_both. Qed.
Lemma sample_F l k t a : F (sample_population l) k t a = Sample.F l k t a.
Proof. apply (mean_plain l (share l k) (fun s => passed s t a)). Qed.
Lemma sample_Rate l p t a : Rate (sample_population l) p t a = Sample.Rate l p t a.
Proof. unfold Rate. now rewrite !sample_F, Sample.Rate_both. Qed.
Lemma sample_both_classes l : Sample.both_classes l -> Sample.unit_scores l -> both_classes (sample_population l).
Proof.
  intros B U k. pose proof (share_counts l k B) as C. unfold sample_population, Sample.Ek. split; [split|].
  - intros a b f g _ _. rewrite !(mean_plain l (share l k)), <- !sum_scal, <- sum_plus. apply sum_ext. intros; ring.
  - intros f g _ _ L. apply mean_le; [exact C|apply has_mean_plain|apply has_mean_plain|]. intros z a Z _. apply L, U, Z.
  - apply (mean_const l (share l k) 1 C).
Qed.
Lemma sample_unit_scores l : Sample.unit_scores l -> unit_scores (sample_population l).
Proof.
  intros U k f g E. unfold sample_population, Sample.Ek. rewrite !(mean_plain l (share l k)). apply sum_ext.
  intros x X. f_equal. apply E, U, X.
Qed.
(** There is one whose scores are even: those of both classes are uniform. *)
Definition uniform_population : population := fun _ f => integral f 0 1.
Lemma uniform_population_meets p : proportions p ->
  both_classes uniform_population /\ unit_scores uniform_population /\ evenly_spread uniform_population p.
Proof.
  intros [_ [_ S]]. unfold uniform_population. split; [|split].
  - intros k. split; [split|].
    + intros a b f g I J. rewrite (integral_plus (fun s => a * f s) (fun s => b * g s)) by now apply integrable_scal.
      now rewrite !integral_scal.
    + intros f g I J L. apply integral_le; auto; [lra|]. intros; apply L; lra.
    + apply integral_const.
  - intros k f g E. apply integral_ext; [lra|]. intros; apply E; lra.
  - intros g I. rewrite <- Rmult_plus_distr_r, S. ring.
Qed.
(** There is one whose scores are even and calibrated: of those with the score s the proportion s is of class 1. *)
Fixpoint stairs (n k : nat) (s : R) : R :=
  match k with O => 0 | S i => stairs n i s + above (s - INR i / (INR n + 1)) end.
Lemma stairs_near n k s : 0 <= s -> Rmin (INR k) ((INR n + 1) * s) <= stairs n k s <= Rmin (INR k) ((INR n + 1) * s + 1).
Proof.
  intros S0. pose proof (pos_INR n) as N. assert (M : 0 <= (INR n + 1) * s) by (apply Rmult_le_pos; lra).
  induction k as [|k IH]; [simpl; unfold Rmin; repeat destruct Rle_dec; lra|]. cbn [stairs]. rewrite S_INR.
  assert (Q : INR k / (INR n + 1) * (INR n + 1) = INR k) by (field; lra).
  destruct (Rlt_dec (INR k) ((INR n + 1) * s)) as [L|L].
  - rewrite above_1; [unfold Rmin in *; repeat destruct Rle_dec; lra|].
    apply Rlt_Rminus. apply Rmult_lt_reg_r with (INR n + 1); lra.
  - rewrite above_0; [unfold Rmin in *; repeat destruct Rle_dec; lra|].
    apply Rle_minus. apply Rmult_le_reg_r with (INR n + 1); lra.
Qed.
Lemma stairs_integrable g n k : integrable g 0 1 -> integrable (fun s => stairs n k s * g s) 0 1.
Proof.
  intros I. induction k as [|k IH].
  - apply integrable_ext with (fun _ => 0); [lra|intros; simpl; ring|apply integrable_const].
  - assert (J : integrable (fun s => above (s - INR k / (INR n + 1)) * g s) 0 1).
    { set (t := INR k / (INR n + 1)). assert (T0 : 0 <= t) by (apply Rdiv_le_0_compat; pose proof (pos_INR n); [apply pos_INR|lra]).
      destruct (Rle_dec 1 t) as [T|T].
      - apply integrable_ext with (fun _ => 0); [lra| |apply integrable_const]. intros s X. rewrite above_0 by lra. ring.
      - apply (ex_RInt_Chasles (V := R_NormedModule)) with t.
        + apply integrable_ext with (fun _ => 0); [lra| |apply integrable_const]. intros s X. rewrite above_0 by lra. ring.
        + apply integrable_ext with g; [lra| |apply (integrable_part g 0 t 1 1); auto; lra]. intros s X. rewrite above_1 by lra. ring. }
    apply integrable_ext with (fun s => stairs n k s * g s + above (s - INR k / (INR n + 1)) * g s); [lra|intros; simpl; ring|].
    now apply integrable_plus.
Qed.
Lemma times_score g : integrable g 0 1 -> integrable (fun s => s * g s) 0 1.
Proof.
  intros I. destruct (ex_RInt_ub (V := R_NormedModule) g 0 1 I) as [M B]. rewrite Rmin_left, Rmax_right in B by lra.
  change (forall t, 0 <= t <= 1 -> Rabs (g t) <= M) in B.
  assert (M0 : 0 <= M) by (pose proof (B 0 (ltac:(lra))); pose proof (Rabs_pos (g 0)); lra).
  set (inside := fun s => if Rle_dec 0 s then if Rle_dec s 1 then 1 else 0 else 0).
  set (f := fun n s => / (INR n + 1) * (stairs n (S n) s * g s * inside s)).
  assert (Inside : forall s, 0 < s < 1 -> inside s = 1) by (intros; unfold inside; repeat destruct Rle_dec; lra).
  assert (H : forall n, is_RInt (V := R_CompleteNormedModule) (f n) 0 1 (integral (f n) 0 1)).
  { intros n. apply is_integral. apply integrable_scal.
    apply integrable_ext with (fun s => stairs n (S n) s * g s); [lra| |now apply stairs_integrable].
    intros s X. rewrite Inside by auto. ring. }
  destruct (filterlim_RInt f 0 1 eventually _ (fun s => s * g s * inside s) _ H) as [x [_ X]].
  - apply (filterlim_locally (U := fct_UniformSpace R R_CompleteNormedModule)). intros e.
    destruct (nfloor_ex (M / e)) as [n [_ Hn]]; [apply Rdiv_le_0_compat; [exact M0|apply cond_pos]|].
    exists n. intros m L s. change (Rabs (f m s - s * g s * inside s) < e). pose proof (cond_pos e) as E0.
    assert (Me : M < e * (INR m + 1)).
    { apply (Rmult_lt_compat_r e) in Hn; auto. unfold Rdiv in Hn. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in Hn by lra.
      apply le_INR in L. nra. }
    pose proof (pos_INR m) as N. unfold f, inside.
    destruct (Rle_dec 0 s) as [S0|]; [destruct (Rle_dec s 1) as [S1|]|];
      [|rewrite Rmult_0_r, Rmult_0_r, Rmult_0_r, Rminus_0_r, Rabs_R0; lra|rewrite Rmult_0_r, Rmult_0_r, Rmult_0_r, Rminus_0_r, Rabs_R0; lra].
    destruct (stairs_near m (S m) s S0) as [A C]. rewrite S_INR in A, C.
    assert (K : Rabs (stairs m (S m) s - (INR m + 1) * s) <= 1).
    { apply Rabs_le. assert ((INR m + 1) * s <= INR m + 1) by nra. unfold Rmin in A, C. repeat destruct Rle_dec in A. all: repeat destruct Rle_dec in C; lra. }
    replace (/ (INR m + 1) * (stairs m (S m) s * g s * 1) - s * g s * 1) with (/ (INR m + 1) * ((stairs m (S m) s - (INR m + 1) * s) * g s)) by (field; lra).
    rewrite !Rabs_mult, (Rabs_pos_eq (/ (INR m + 1))) by (left; apply Rinv_0_lt_compat; lra).
    apply Rmult_lt_reg_l with (INR m + 1); [lra|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    apply Rle_lt_trans with (1 * M); [|lra]. apply Rmult_le_compat; try apply Rabs_pos; auto.
  - apply integrable_ext with (fun s => s * g s * inside s); [lra|intros s Y; rewrite Inside by auto; ring|]. now exists x.
Qed.
Definition calibrated_population : population := fun k g => 2 * integral (fun s => (if k then s else 1 - s) * g s) 0 1.
Lemma calibrated_population_meets : both_classes calibrated_population /\ unit_scores calibrated_population /\
  evenly_spread calibrated_population halves /\ calibrated_scores calibrated_population halves.
Proof.
  assert (W : forall (k : bool) (g : R -> R), integrable g 0 1 -> integrable (fun s => (if k then s else 1 - s) * g s) 0 1).
  { intros k g I. destruct k; [now apply times_score|].
    apply integrable_ext with (fun s => g s + -1 * (s * g s)); [lra|intros; ring|].
    apply (integrable_plus g (fun s => -1 * (s * g s))); [exact I|]. apply integrable_scal. now apply times_score. }
  assert (Both : forall g : R -> R, integrable g 0 1 -> 1 / 2 * calibrated_population false g + 1 / 2 * calibrated_population true g = integral g 0 1).
  { intros g I. unfold calibrated_population.
    rewrite <- (integral_ext (fun s => (1 - s) * g s + s * g s) g 0 1) by (try lra; intros; ring).
    rewrite (integral_plus (fun s => (1 - s) * g s) (fun s => s * g s)) by (apply (W false g I) || apply (W true g I)). field. }
  split; [|split; [|split]].
  - intros k. split; [split|].
    + intros a b f g I J. unfold calibrated_population.
      rewrite (integral_ext _ (fun s => a * ((if k then s else 1 - s) * f s) + b * ((if k then s else 1 - s) * g s)) 0 1) by (try lra; intros; ring).
      rewrite (integral_plus (fun s => a * ((if k then s else 1 - s) * f s)) (fun s => b * ((if k then s else 1 - s) * g s)))
        by (apply integrable_scal; now apply W).
      rewrite !integral_scal by now apply W. ring.
    + intros f g I J L. apply Rmult_le_compat_l; [lra|]. apply integral_le; try lra; try now apply W.
      intros s X. apply Rmult_le_compat_l; [destruct k; lra|]. apply L. lra.
    + destruct (integral_affine 0 1) as [I1 V1]. destruct (integral_affine 1 (-1)) as [I0 V0]. unfold calibrated_population. destruct k.
      * rewrite (integral_ext _ (fun s => 0 + s * 1) 0 1) by (try lra; intros; ring). rewrite V1. field.
      * rewrite (integral_ext _ (fun s => 1 + s * -1) 0 1) by (try lra; intros; ring). rewrite V0. field.
  - intros k f g H. unfold calibrated_population. f_equal. apply integral_ext; [lra|]. intros s X. rewrite H by lra. reflexivity.
  - intros g I. unfold halves. now apply Both.
  - intros g I. unfold halves. rewrite (Both _ (times_score g I)). unfold calibrated_population. field.
Qed.
