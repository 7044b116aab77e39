(** For documents that are given even scores: what they cite of populations, under the names that it has for samples. *)
Require Import Reals Lra Lia List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Losses Conditions Places Lines Averages Rates Populations.
Import ListNotations.
Open Scope R_scope.

(** * Means of what increases along with a cdf *)

(** What changes by no more than the product of two steps, one of them along an increasing function, does not change. *)
Lemma unchanged (D H : R -> R) K : 0 <= K -> (forall x y, 0 <= x -> x <= y -> y <= 1 -> H x <= H y) ->
  (forall x y, 0 <= x -> x <= y -> y <= 1 -> Rabs (D y - D x) <= K * (y - x) * (H y - H x)) -> D 1 = D 0.
Proof.
  intros K0 I C. assert (N : forall n, (0 < n)%nat -> Rabs (D 1 - D 0) <= K / INR n * (H 1 - H 0)).
  { intros n Hn. assert (n0 : 0 < INR n) by now apply lt_0_INR.
    assert (G : forall i, (i <= n)%nat -> Rabs (D (INR i / INR n) - D 0) <= K / INR n * (H (INR i / INR n) - H 0)).
    { induction i as [|i IH]; intros L.
      - simpl INR. replace (0 / INR n) with 0 by (field; lra). rewrite !Rminus_diag_eq by reflexivity. rewrite Rabs_R0. lra.
      - assert (Q : INR i / INR n <= INR (S i) / INR n).
        { apply Rmult_le_compat_r; [apply Rlt_le; now apply Rinv_0_lt_compat|]. apply le_INR. lia. }
        assert (Q0 : 0 <= INR i / INR n) by (apply Rdiv_le_0_compat; [apply pos_INR|lra]).
        assert (Q1 : INR (S i) / INR n <= 1).
        { apply Rmult_le_reg_r with (INR n); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra. now apply le_INR. }
        pose proof (C _ _ Q0 Q Q1) as T. specialize (IH (ltac:(lia))).
        replace (INR (S i) / INR n - INR i / INR n) with (/ INR n) in T by (rewrite S_INR; field; lra).
        replace (D (INR (S i) / INR n) - D 0) with (D (INR (S i) / INR n) - D (INR i / INR n) + (D (INR i / INR n) - D 0)) by ring.
        eapply Rle_trans; [apply Rabs_triang|]. unfold Rdiv in *. lra. }
    specialize (G n (le_n n)). replace (INR n / INR n) with 1 in G by (field; lra). exact G. }
  destruct (Req_dec (D 1) (D 0)) as [|E]; auto. exfalso.
  assert (E0 : 0 < Rabs (D 1 - D 0)) by (apply Rabs_pos_lt; lra). set (e := Rabs (D 1 - D 0)) in *.
  pose proof (I 0 1 (ltac:(lra)) (ltac:(lra)) (ltac:(lra))) as M. assert (V : 0 <= K * (H 1 - H 0)) by (apply Rmult_le_pos; lra).
  destruct (nfloor_ex (K * (H 1 - H 0) / e)) as [n [_ Hn]]; [now apply Rdiv_le_0_compat|].
  specialize (N (S n) (ltac:(lia))). rewrite S_INR in N. assert (n1 : 0 < INR n + 1) by (pose proof (pos_INR n); lra).
  apply (Rmult_lt_compat_r e) in Hn; auto. unfold Rdiv in Hn. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in Hn by lra.
  apply (Rmult_le_compat_r (INR n + 1)) in N; [|lra]. replace (K / (INR n + 1) * (H 1 - H 0) * (INR n + 1)) with (K * (H 1 - H 0)) in N by (field; lra). lra.
Qed.

Section Even.
Variables (l : population) (p : bool -> R).
Context {B : both_classes l} {U : unit_scores l} {P : proportions p} {EV : evenly_spread l p}.

Lemma cut_integrable h t a : 0 <= t <= 1 -> integrable h 0 1 -> integrable (fun s => h s * passed s t a) 0 1.
Proof.
  intros T I. eexists. apply below_and_above; auto. apply (integrable_part h 0 0 t 1); auto; lra.
Qed.
(** The mean of an increasing h is the whole change of what changes by h times the cdf. *)
Lemma swept_by k h A : integrable h 0 1 -> (forall x, 0 <= x <= 1 -> 0 <= h x) ->
  (forall x y, 0 <= x -> x <= y -> y <= 1 -> h x <= h y) ->
  (forall x y, 0 <= x -> x <= y -> y <= 1 -> h x * (F_at l k y - F_at l k x) <= A y - A x <= h y * (F_at l k y - F_at l k x)) ->
  l k h = A 1 - A 0.
Proof.
  intros I N H C. set (G := fun x => l k (fun s => h s * passed s x 1)). pose proof (share_pos p k) as K.
  assert (G1 : G 1 = l k h).
  { apply (class_same l k). intros s X. unfold passed. destruct (Rlt_dec s 1); [ring|]. destruct (Rlt_dec 1 s); [lra|ring]. }
  assert (G0 : G 0 = 0).
  { destruct (dominated l p k _ (cut_integrable h 0 1 (ltac:(lra)) I)) as [L M].
    - intros s X. apply Rmult_le_pos; [now apply N|apply passed_01; lra].
    - rewrite (integral_is _ _ _ _ (below_and_above h 0 (ltac:(lra)) (ex_RInt_point (V := R_NormedModule) h 0) 1)), integral_point in M.
      assert (Z : p k * G 0 = 0) by (unfold G; lra). apply Rmult_integral in Z. lra. }
  assert (E : G 1 - A 1 = G 0 - A 0); [|lra].
  apply (unchanged (fun x => G x - A x) h (/ p k)); auto; [apply Rlt_le; now apply Rinv_0_lt_compat|].
  intros x y X L Y. specialize (C x y X L Y). pose proof (H x y X L Y) as Hxy.
  pose proof (F_at_rises l p k x y L) as R. assert (L' : upto x 1 y 1) by (destruct L; [now left|right; lra]).
  assert (Ix : integrable (fun s => passed s x 1) 0 1) by apply passed_integrable.
  assert (Iy : integrable (fun s => passed s y 1) 0 1) by apply passed_integrable.
  assert (Gx : integrable (fun s => h s * passed s x 1) 0 1) by (apply cut_integrable; auto; lra).
  assert (Gy : integrable (fun s => h s * passed s y 1) 0 1) by (apply cut_integrable; auto; lra).
  assert (D : integrable (fun s => passed s y 1 - passed s x 1) 0 1) by now apply (ex_RInt_minus (V := R_NormedModule)).
  assert (Dh : integrable (fun s => h s * passed s y 1 - h s * passed s x 1) 0 1) by now apply (ex_RInt_minus (V := R_NormedModule)).
  assert (V : forall a, integrable (fun s => a * (passed s y 1 - passed s x 1)) 0 1 /\
    l k (fun s => a * (passed s y 1 - passed s x 1)) = a * (F_at l k y - F_at l k x)).
  { intros a. split; [now apply integrable_scal|].
    rewrite (class_same l k _ (fun s => a * passed s y 1 + - a * passed s x 1)) by (intros; ring).
    rewrite (class_linear l k a (- a) _ _ Iy Ix). unfold F_at, F. ring. }
  assert (W : forall s, 0 <= s <= 1 -> h x * (passed s y 1 - passed s x 1) <= h s * passed s y 1 - h s * passed s x 1 <= h y * (passed s y 1 - passed s x 1)).
  { intros s T. unfold passed. destruct (Rlt_dec s y), (Rlt_dec y s), (Rlt_dec s x), (Rlt_dec x s); try lra.
    all: try (pose proof (H x s X (ltac:(lra)) (ltac:(lra)))); try (pose proof (H s y (ltac:(lra)) (ltac:(lra)) Y)); try lra.
    all: split; try lra. all: replace s with y in * by lra; lra. }
  pose proof (class_le l k _ _ (proj1 (V (h x))) Dh (fun s T => proj1 (W s T))) as M1.
  pose proof (class_le l k _ _ Dh (proj1 (V (h y))) (fun s T => proj2 (W s T))) as M2.
  rewrite (proj2 (V (h x))) in M1. rewrite (proj2 (V (h y))) in M2.
  rewrite (class_minus l k _ _ Gy Gx) in M1, M2. fold (G y) (G x) in M1, M2.
  assert (Q : Rabs (G y - A y - (G x - A x)) <= (h y - h x) * (F_at l k y - F_at l k x)) by (apply Rabs_le; lra).
  eapply Rle_trans; [exact Q|]. replace (/ p k * (y - x) * (h y - h x)) with ((h y - h x) * ((y - x) / p k)) by (unfold Rdiv; ring).
  apply Rmult_le_compat_l; lra.
Qed.

(** * Functions of the score that have a mean *)

Lemma has_mean_of f g : (forall s a, scored l s -> 0 < a < 1 -> f s a = g s) -> integrable g 0 1 -> has_mean l f.
Proof.
  intros E I. assert (V : forall s, 0 <= s <= 1 -> integral (f s) 0 1 = g s).
  { intros s X. rewrite <- (integral_const (g s)). apply integral_ext; [lra|]. intros a A. now apply E. }
  split.
  - intros s X. apply integrable_ext with (fun _ => g s); [lra| |apply integrable_const]. intros a A. symmetry. now apply E.
  - apply integrable_ext with g; [lra| |exact I]. intros s X. symmetry. apply V. lra.
Qed.
Lemma has_mean_pieces f g : (forall s a, scored l s -> 0 < a < 1 -> f s a = g s) -> piecewise g -> has_mean l f.
Proof. intros E Q. apply has_mean_of with g; auto. apply piecewise_integrable; [exact Q|lra]. Qed.
Lemma has_mean_combined ts : (forall t, In t ts -> has_mean l (snd t)) -> has_mean l (combined ts) /\
  forall k, Ek l k (combined ts) = combined_value (Ek l k) ts.
Proof.
  induction ts as [|[r f] ts IH]; intros H.
  - split; [apply has_mean_of with (fun _ => 0); [reflexivity|apply integrable_const]|]. intros k. simpl.
    change (combined []) with (fun _ _ : R => 0). rewrite (Ek_plain l k (fun _ => 0)). exact (class_number l k 0).
  - destruct IH as [[I1 I2] V]; [intros t T; apply H; now right|]. destruct (H (r, f)) as [J1 J2]; [now left|]. cbn [snd] in *.
    assert (E : forall s, scored l s -> is_RInt (V := R_NormedModule) (combined ((r, f) :: ts) s) 0 1
      (r * integral (f s) 0 1 + 1 * integral (combined ts s) 0 1)).
    { intros s X. apply (is_RInt_same (fun a => r * f s a + 1 * combined ts s a)); [intros; simpl; ring|].
      apply is_RInt_linear; apply is_integral; auto. }
    assert (Q : integrable (fun s => r * integral (f s) 0 1 + 1 * integral (combined ts s) 0 1) 0 1).
    { eexists. apply is_RInt_linear; apply is_integral; auto. }
    split; [split|].
    + intros s X. eexists. now apply E.
    + refine (integrable_ext _ _ 0 1 _ _ Q); [lra|]. intros s X. symmetry. apply integral_is, E. unfold scored. lra.
    + intros k. simpl combined_value. rewrite <- V. unfold Ek at 1.
      rewrite (class_same l k _ (fun s => r * integral (f s) 0 1 + 1 * integral (combined ts s) 0 1)) by (intros s X; now apply integral_is, E).
      rewrite (class_linear l k r 1 _ _ J2 I2). unfold Ek. ring.
Qed.
Lemma piecewise_F_at k : piecewise (fun s => F_at l k s).
Proof.
  apply piecewise_continuous. intros t. pose proof (share_pos p k) as K. apply continuity_pt_filterlim. intros e E.
  exists (e * p k). split; [now apply Rmult_lt_0_compat|]. intros x [_ X]. simpl in *. unfold R_dist in *.
  eapply Rle_lt_trans; [apply (F_at_steady l p k)|]. apply Rmult_lt_reg_l with (p k); auto.
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. lra.
Qed.
Lemma F_level k s a : 0 < a < 1 -> F l k s a = F_at l k s.
Proof. intros A. apply (F_place l p). lra. Qed.
End Even.
Arguments F_level l {p} {B U P EV} k s a.
Arguments piecewise_F_at l {p} {B U P EV} k.
Lemma Ek_one l k : both_classes l -> forall {U : unit_scores l}, Ek l k (fun _ _ => 1) = 1.
Proof. intros B U. rewrite (Ek_plain l k (fun _ => 1)). exact (class_number l k 1). Qed.
Lemma Ek_combined l k f ts {B : both_classes l} {U : unit_scores l} :
  (forall s a, scored l s -> 0 < a < 1 -> f s a = combined ts s a) ->
  (forall t, In t ts -> has_mean l (snd t)) -> Ek l k f = combined_value (Ek l k) ts.
Proof. intros E H. rewrite (Ek_same l k f (combined ts) E). now apply has_mean_combined. Qed.
Lemma E_both l p f : E l p f = p false * Ek l false f + p true * Ek l true f.
Proof. reflexivity. Qed.
Lemma E_same l p {U : unit_scores l} f g : (forall s a, scored l s -> 0 < a < 1 -> f s a = g s a) -> E l p f = E l p g.
Proof. intros H. unfold E. now rewrite !(Ek_same l _ f g H). Qed.
Lemma Rate_both l p t a : Rate l p t a = p false * F l false t a + p true * F l true t a.
Proof. reflexivity. Qed.
Lemma scored_unit (l : population) s : unit_scores l -> scored l s -> 0 <= s <= 1.
Proof. auto. Qed.

(** * Ranks are uniform *)

Lemma power_step j a b : 0 <= a <= b -> (INR j + 1) * (a ^ j * (b - a)) <= b ^ S j - a ^ S j <= (INR j + 1) * (b ^ j * (b - a)).
Proof.
  intros [A L]. induction j as [|j [I1 I2]]; [simpl; lra|]. rewrite S_INR.
  assert (N : 0 <= a ^ j) by now apply pow_le. assert (M : a ^ j <= b ^ j) by (apply pow_incr; lra).
  replace (b ^ S (S j) - a ^ S (S j)) with (b * (b ^ S j - a ^ S j) + a ^ S j * (b - a)) by (simpl; ring).
  pose proof (pos_INR j) as J. split.
  - assert (a * ((INR j + 1) * (a ^ j * (b - a))) <= b * (b ^ S j - a ^ S j)).
    { apply Rmult_le_compat; auto. repeat apply Rmult_le_pos; lra. }
    replace ((INR j + 1 + 1) * (a ^ S j * (b - a))) with (a * ((INR j + 1) * (a ^ j * (b - a))) + a ^ S j * (b - a)) by (simpl; ring). lra.
  - assert (b * (b ^ S j - a ^ S j) <= b * ((INR j + 1) * (b ^ j * (b - a)))) by (apply Rmult_le_compat_l; lra).
    assert (a ^ S j * (b - a) <= b ^ S j * (b - a)) by (apply Rmult_le_compat_r; [lra|apply pow_incr; lra]).
    replace ((INR j + 1 + 1) * (b ^ S j * (b - a))) with (b * ((INR j + 1) * (b ^ j * (b - a))) + b ^ S j * (b - a)) by (simpl; ring). lra.
Qed.
Lemma Ek_ranks l k j (B : both_classes l) {U : unit_scores l} {p} {P : proportions p} {EV : evenly_spread l p} :
  Ek l k (fun s a => F l k s a ^ j) = 1 / (INR j + 1).
Proof.
  pose proof (pos_INR j) as J.
  rewrite (Ek_same l k _ (fun s _ => F_at l k s ^ j)) by (intros s a X A; now rewrite (F_level l)).
  rewrite (Ek_plain l k (fun s => F_at l k s ^ j)).
  rewrite (swept_by l p k _ (fun x => F_at l k x ^ S j / (INR j + 1))).
  - rewrite (F_at_1 l k), (F_at_0 l p k), pow1, pow_i by lia. field. lra.
  - apply piecewise_integrable; [|lra]. apply piecewise_pow, (piecewise_F_at l).
  - intros x X. apply pow_le. apply (F_01 l k). lra.
  - intros x y X L Y. apply pow_incr. split; [apply (F_01 l k); lra|]. pose proof (F_at_rises l p k x y L). lra.
  - intros x y X L Y. assert (A : 0 <= F_at l k x <= F_at l k y).
    { split; [apply (F_01 l k); lra|]. pose proof (F_at_rises l p k x y L). lra. }
    destruct (power_step j _ _ A) as [C1 C2].
    replace (F_at l k y ^ S j / (INR j + 1) - F_at l k x ^ S j / (INR j + 1)) with ((F_at l k y ^ S j - F_at l k x ^ S j) / (INR j + 1)) by (field; lra).
    split; [apply (Rle_div_r _ _ (INR j + 1)); lra|apply (Rle_div_l _ _ (INR j + 1)); lra].
Qed.
Lemma E_ranks l p j (B : both_classes l) (P : proportions p) {U : unit_scores l} {EV : evenly_spread l p} :
  E l p (fun s a => Rate l p s a ^ j) = 1 / (INR j + 1).
Proof.
  rewrite (E_same l p _ (fun s _ => s ^ j)) by (intros s a X A; now rewrite (Rate_even l p s a X)).
  unfold E. rewrite !(Ek_plain l _ (fun s => s ^ j)). destruct (integral_power j) as [I <-]. now apply EV.
Qed.

(** * Calibrated scores *)

(** Of calibrated scores the share of class 1 is the score; no claim speaks of the posteriors of a population. *)
Definition posterior (l : population) (p : bool -> R) (s : R) : R := s.
Lemma classes_share_scores l p f {C : calibrated_scores l p} {U : unit_scores l} : both_classes l -> proportions p -> has_mean l f ->
  p true * Ek l true f = E l p (fun s a => posterior l p s * f s a).
Proof.
  intros B P [I1 I2]. unfold Ek at 1. rewrite (C _ I2). unfold E, Ek, posterior.
  rewrite !(class_same l _ (fun s => integral (fun a => s * f s a) 0 1) (fun s => s * integral (f s) 0 1)); [reflexivity| |];
    intros s X; apply integral_scal; now apply I1.
Qed.

(** * Losses *)

Definition Q_place (l : population) (p : bool -> R) (t a c : R) : R :=
  2 * c * p false * (1 - F l false t a) + 2 * (1 - c) * p true * F l true t a.
Definition Qc (l : population) (p : bool -> R) (t c : R) : R := Q_place l p t 1 c.
(** What thresholds on scores lose, and what thresholds on rates lose, which are places of these rates; no claim speaks of
    what others lose. *)
Definition loses (l : population) (p : bool -> R) (v : reading) (m : method) (c u x : R) : Prop :=
  match m with
  | on_scores T => x = Q_place l p (T c u) 1 c
  | on_rates T => v = interpolated /\ exists t a, 0 <= a <= 1 /\ Rate l p t a = T c u /\ x = Q_place l p t a c
  | _ => False
  end.
Definition loss (l : population) (p : bool -> R) (v : reading) (w : density) (m : method) (x : R) : Prop :=
  exists f, (forall c u, 0 <= c <= 1 -> 0 <= u <= 1 -> loses l p v m c u (f c u)) /\ expects w f x.
Definition Loss (l : population) (p : bool -> R) (v : reading) (w : density) (m : method) : R := the (loss l p v w m).
Definition has_loss (l : population) (p : bool -> R) (v : reading) (w : density) (m : method) : Prop := exists x, loss l p v w m x.

(** At the threshold of a rate, as in [Rates.v]. *)
Definition F_rate (l : population) (p : bool -> R) (k : bool) (r : R) : R :=
  the (fun x => exists t a, 0 <= a <= 1 /\ Rate l p t a = r /\ x = F l k t a).
Definition past (l : population) (p : bool -> R) (r s a : R) : R := above (Rate l p s a - r).
Definition Qc_rate (l : population) (p : bool -> R) (r b : R) : R :=
  2 * b * p false * (1 - F_rate l p false r) + 2 * (1 - b) * p true * F_rate l p true r.

Lemma loss_at_threshold l p t b : Qc l p t b = 2 * b * p false * (1 - F_at l false t) + 2 * (1 - b) * p true * F_at l true t.
Proof. reflexivity. Qed.
Lemma above_integrable t : integrable (fun s => above (s - t)) 0 1.
Proof. apply piecewise_integrable; [|lra]. apply (piecewise_affine_above (fun s => s - t)). intros; ring. Qed.
Lemma F_at_above l k t (B : both_classes l) {U : unit_scores l} : F_at l k t = 1 - Ek l k (fun s a => above (s - t)).
Proof.
  rewrite (Ek_plain l k (fun s => above (s - t))). rewrite <- (class_number l k 1) at 1.
  rewrite <- (class_minus l k (fun _ => 1) _ (integrable_const 1 0 1) (above_integrable t)).
  apply (class_same l k). intros s X. rewrite passed_threshold, lt_above. reflexivity.
Qed.
Lemma cdf_is_a_mean l k t (B : both_classes l) {U : unit_scores l} : F_at l k t = 1 - Ek l k (fun s a => ind (Rlt_dec t s)).
Proof. rewrite (F_at_above l k t B). f_equal. apply (Ek_same l k). intros. symmetry. apply lt_above. Qed.

(** What is asked of a density and a law of the threshold: c has moments, also where the threshold is below a score, and
    times what changes steadily with the threshold. *)
Definition steady (g : R -> R) : Prop := exists K, forall x y, Rabs (g x - g y) <= K * Rabs (x - y).
Definition lawful (w : density) (T : R -> R -> R) : Prop :=
  (forall j, has_Ec w (fun c _ => c ^ j)) /\ (forall s j, has_Ec w (fun c u => c ^ j * above (s - T c u))) /\
  (forall g j, steady g -> has_Ec w (fun c u => c ^ j * g (T c u))).
Definition lawful_rates : density -> (R -> R -> R) -> Prop := lawful.
Lemma steady_id : steady (fun t => t).
Proof. exists 1. intros. lra. Qed.
Lemma steady_above g x : steady g -> steady (fun t => Rmax (g x - g t) 0).
Proof.
  intros [K H]. exists K. intros y z. specialize (H y z). unfold Rmax, Rabs in *.
  repeat destruct Rle_dec; repeat destruct Rcase_abs; lra.
Qed.

Section Swept.
Variables (w : density) (T : R -> R -> R) (j : nat).
Hypothesis L : lawful w T.
Let H s := Ec w (fun c u => c ^ j * above (s - T c u)).
Let A g x := Ec w (fun c u => c ^ j * Rmax (g x - g (T c u)) 0).
Lemma swept_rises g x y : steady g -> (forall x y, x <= y -> g x <= g y) -> x <= y ->
  H x * (g y - g x) <= A g y - A g x <= H y * (g y - g x).
Proof.
  intros G I Q. destruct L as [_ [L1 L2]].
  assert (M : forall s, expects w (fun c u => (g y - g x) * (c ^ j * above (s - T c u)) + 0 * (c ^ j * above (s - T c u))) (H s * (g y - g x))).
  { intros s. replace (H s * (g y - g x)) with ((g y - g x) * H s + 0 * H s) by ring. apply expects_linear; apply Ec_expects, L1. }
  assert (N : expects w (fun c u => 1 * (c ^ j * Rmax (g y - g (T c u)) 0) + -1 * (c ^ j * Rmax (g x - g (T c u)) 0)) (A g y - A g x)).
  { replace (A g y - A g x) with (1 * A g y + -1 * A g x) by ring.
    apply expects_linear; apply Ec_expects, (L2 (fun t => Rmax (g _ - g t) 0)); now apply steady_above. }
  assert (V : forall c u, 0 <= c -> (g y - g x) * (c ^ j * above (x - T c u)) <=
      c ^ j * Rmax (g y - g (T c u)) 0 - c ^ j * Rmax (g x - g (T c u)) 0 <= (g y - g x) * (c ^ j * above (y - T c u))).
  { intros c u C. pose proof (pow_le c j C) as P. pose proof (I x y Q) as I0. set (t := T c u).
    assert (W : (g y - g x) * above (x - t) <= Rmax (g y - g t) 0 - Rmax (g x - g t) 0 <= (g y - g x) * above (y - t)).
    { destruct (Rlt_dec t x) as [D|D]; [|destruct (Rlt_dec t y) as [D'|D']].
      - pose proof (I t x (ltac:(lra))). rewrite !above_1, !Rmax_left by lra. lra.
      - pose proof (I x t (ltac:(lra))). pose proof (I t y (ltac:(lra))). rewrite above_0, above_1, Rmax_left, Rmax_right by lra. lra.
      - pose proof (I x t (ltac:(lra))). pose proof (I y t (ltac:(lra))). rewrite !above_0, !Rmax_right by lra. lra. }
    destruct W as [W1 W2]. apply (Rmult_le_compat_l _ _ _ P) in W1, W2. lra. }
  split; [refine (expects_le w _ _ _ _ _ (M x) N)|refine (expects_le w _ _ _ _ _ N (M y))]; intros c u C _;
    pose proof (V c u (proj1 C)); lra.
Qed.
Lemma swept_integrable : integrable H 0 1.
Proof.
  eexists. apply (sandwich H (A (fun t => t))). intros x y _ Q _.
  pose proof (swept_rises (fun t => t) x y steady_id (fun x y I => I) Q). lra.
Qed.
(** Means over a class and over the condition are exchanged. *)
Lemma exchanged_means l k {p} {B : both_classes l} {U : unit_scores l} {P : proportions p} {EV : evenly_spread l p} :
  expects w (fun c u => c ^ j * Ek l k (fun s a => above (s - T c u))) (Ek l k (fun s a => Ec w (fun c u => c ^ j * above (s - T c u)))).
Proof.
  assert (G : steady (F_at l k)) by (exists (/ p k); apply (F_at_steady l p)).
  assert (I : forall x y, x <= y -> F_at l k x <= F_at l k y) by (intros x y Q; pose proof (F_at_rises l p k x y Q); lra).
  change (fun s a : R => Ec w (fun c u => c ^ j * above (s - T c u))) with (fun s _ : R => H s).
  rewrite (Ek_plain l k H), (swept_by l p k H (A (F_at l k)) swept_integrable).
  - apply (expects_same w (fun c u => 1 * (c ^ j * Rmax (F_at l k 1 - F_at l k (T c u)) 0) + -1 * (c ^ j * Rmax (F_at l k 0 - F_at l k (T c u)) 0))).
    + intros c u C _. pose proof (F_01 l k (T c u) 1 (ltac:(lra))) as Q. fold (F_at l k (T c u)) in Q.
      rewrite (F_at_0 l p k), (F_at_1 l k), Rmax_left, Rmax_right by lra. rewrite (F_at_above l k (T c u) B). ring.
    + replace (A (F_at l k) 1 - A (F_at l k) 0) with (1 * A (F_at l k) 1 + -1 * A (F_at l k) 0) by ring.
      apply expects_linear; apply Ec_expects, (proj2 (proj2 L) (fun t => Rmax (F_at l k _ - F_at l k t) 0)); now apply steady_above.
  - intros x _. apply (expects_le w (fun _ _ => 0) (fun c u => c ^ j * above (x - T c u))); [|apply expects_number|apply Ec_expects, L].
    intros c u C _. apply Rmult_le_pos; [now apply pow_le|]. unfold above, ind. destruct Rlt_dec; lra.
  - intros x y _ Q _. apply (expects_le w (fun c u => c ^ j * above (x - T c u)) (fun c u => c ^ j * above (y - T c u))); try apply Ec_expects, L.
    intros c u C _. apply Rmult_le_compat_l; [now apply pow_le|]. unfold above, ind. repeat destruct Rlt_dec; lra.
  - intros x y _ Q _. now apply swept_rises.
Qed.
End Swept.

(** * What documents cite *)

Section Valued.
Variables (w : density) (T : R -> R -> R).
Hypothesis L : lawful w T.
Lemma has_Ec_pow j : has_Ec w (fun c u => c ^ j).
Proof. apply L. Qed.
Lemma has_Ec_c : has_Ec w (fun c u => c).
Proof. apply (has_Ec_same w _ (fun c _ => c ^ 1)); [intros; simpl; ring|]. apply L. Qed.
Lemma has_Ec_below s : has_Ec w (fun c u => above (s - T c u)).
Proof. apply (has_Ec_same w _ (fun c u => c ^ 0 * above (s - T c u))); [intros; simpl; ring|]. apply L. Qed.
Lemma has_Ec_c_below s : has_Ec w (fun c u => c * above (s - T c u)).
Proof. apply (has_Ec_same w _ (fun c u => c ^ 1 * above (s - T c u))); [intros; simpl; ring|]. apply L. Qed.
Lemma has_Ec_T : has_Ec w T.
Proof. apply (has_Ec_same w _ (fun c u => c ^ 0 * T c u)); [intros; simpl; ring|].
  apply (proj2 (proj2 L) (fun t => t)), steady_id. Qed.
Lemma has_Ec_c_T : has_Ec w (fun c u => c * T c u).
Proof. apply (has_Ec_same w _ (fun c u => c ^ 1 * T c u)); [intros; simpl; ring|].
  apply (proj2 (proj2 L) (fun t => t)), steady_id. Qed.
Variables (l : population) (p : bool -> R).
Context {B : both_classes l} {U : unit_scores l} {P : proportions p} {EV : evenly_spread l p}.
Lemma steady_F k : steady (F_at l k).
Proof. exists (/ p k). apply (F_at_steady l p). Qed.
Lemma has_Ec_F k : has_Ec w (fun c u => F_at l k (T c u)).
Proof. apply (has_Ec_same w _ (fun c u => c ^ 0 * F_at l k (T c u))); [intros; simpl; ring|].
  apply (proj2 (proj2 L) (F_at l k)), steady_F. Qed.
Lemma has_Ec_c_F k : has_Ec w (fun c u => c * F_at l k (T c u)).
Proof. apply (has_Ec_same w _ (fun c u => c ^ 1 * F_at l k (T c u))); [intros; simpl; ring|].
  apply (proj2 (proj2 L) (F_at l k)), steady_F. Qed.
Lemma has_Ec_Ek k : has_Ec w (fun c u => Ek l k (fun s a => above (s - T c u))).
Proof.
  apply (has_Ec_same w _ (fun c u => c ^ 0 * Ek l k (fun s a => above (s - T c u)))); [intros; simpl; ring|].
  eexists. apply (exchanged_means w T 0 L l k).
Qed.
Lemma has_Ec_c_Ek k : has_Ec w (fun c u => c * Ek l k (fun s a => above (s - T c u))).
Proof.
  apply (has_Ec_same w _ (fun c u => c ^ 1 * Ek l k (fun s a => above (s - T c u)))); [intros; simpl; ring|].
  eexists. apply (exchanged_means w T 1 L l k).
Qed.
Lemma has_Ec_Qc : has_Ec w (fun c u => Qc l p (T c u) c).
Proof.
  apply (has_Ec_same w _ (combined [(2 * p false, fun c _ => c); (- 2 * p false, fun c u => c * F_at l false (T c u));
    (2 * p true, fun c u => F_at l true (T c u)); (- 2 * p true, fun c u => c * F_at l true (T c u))])).
  - intros. simpl. rewrite loss_at_threshold. ring.
  - apply has_Ec_combined. intros t [<- | [<- | [<- | [<- | []]]]]; cbn [snd];
      [apply has_Ec_c|apply has_Ec_c_F|apply has_Ec_F|apply has_Ec_c_F].
Qed.
(** Means exchanged of what is a power of c where the threshold is below the score, or its rate. *)
Lemma Ec_Ek j k (f : R -> R -> R -> R -> R) :
  (forall s a c u, scored l s -> 0 < a < 1 -> conditions c u -> f s a c u = c ^ j * above (s - T c u)) ->
  Ec w (fun c u => Ek l k (fun s a => f s a c u)) = Ek l k (fun s a => Ec w (fun c u => f s a c u)).
Proof.
  intros E. rewrite (Ek_same l k (fun s a => Ec w (fun c u => f s a c u)) (fun s a => Ec w (fun c u => c ^ j * above (s - T c u)))).
  - apply Ec_is. apply (expects_same w (fun c u => c ^ j * Ek l k (fun s a => above (s - T c u)))).
    + intros c u C D. rewrite (Ek_same l k _ (fun s a => c ^ j * above (s - T c u)) (fun s a X A => E s a c u X A (conj C D))).
      rewrite (Ek_plain l k (fun s => above (s - T c u))), (Ek_plain l k (fun s => c ^ j * above (s - T c u))).
      rewrite (class_same l k (fun s => c ^ j * above (s - T c u)) (fun s => c ^ j * above (s - T c u) + 0 * above (s - T c u))) by (intros; ring).
      rewrite (class_linear l k (c ^ j) 0 _ _ (above_integrable (T c u)) (above_integrable (T c u))). ring.
    + apply exchanged_means with p; auto.
  - intros s a X A. apply Ec_same; [|apply L]. intros c u D. now apply E.
Qed.
Lemma has_mean_Ec j (f : R -> R -> R -> R -> R) :
  (forall s a c u, scored l s -> 0 < a < 1 -> conditions c u -> f s a c u = c ^ j * above (s - T c u)) ->
  has_mean l (fun s a => Ec w (fun c u => f s a c u)).
Proof.
  intros E. apply (has_mean_of l _ (fun s => Ec w (fun c u => c ^ j * above (s - T c u)))); [|now apply swept_integrable].
  intros s a X A. apply Ec_same; [|apply L]. intros c u D. now apply E.
Qed.
Lemma Loss_is v m f : (forall c u, conditions c u -> loses l p v m c u (f c u)) ->
  (forall c u x y, conditions c u -> loses l p v m c u x -> loses l p v m c u y -> x = y) -> has_Ec w f ->
  has_loss l p v w m /\ Loss l p v w m = Ec w f.
Proof.
  intros H One I. pose proof (Ec_expects w f I) as X.
  assert (Y : loss l p v w m (Ec w f)) by (exists f; split; auto; intros c u C D; now apply H).
  split; [now exists (Ec w f)|]. apply the_is; auto. intros y [g [G Yg]]. symmetry.
  apply (expects_one w f); auto. apply (expects_same w g); auto. intros c u C D.
  apply (One c u _ _ (conj C D)); [now apply G|now apply H].
Qed.
End Valued.
Lemma Loss_on_scores l p v w T (B : both_classes l) (L : lawful w T) {U : unit_scores l} {P : proportions p} {EV : evenly_spread l p} :
  has_loss l p v w (on_scores T) /\ Loss l p v w (on_scores T) = Ec w (fun c u => Qc l p (T c u) c).
Proof.
  apply (Loss_is w l p v (on_scores T)); simpl; [reflexivity|intros; congruence|apply (has_Ec_Qc w T L l p)].
Qed.

(** * The threshold of a rate *)

Section Rates.
Variables (l : population) (p : bool -> R).
Context {B : both_classes l} {U : unit_scores l} {P : proportions p} {EV : evenly_spread l p}.
(** At places of the same rate both cdfs are the same. *)
Lemma same_rate t a r b k : 0 <= a <= 1 -> 0 <= b <= 1 -> Rate l p t a = Rate l p r b -> F l k t a = F l k r b.
Proof.
  intros A C H. rewrite !(F_place l p) by auto. unfold Rate in H. rewrite !(F_place l p) in H by auto.
  pose proof (share_pos p false). pose proof (share_pos p true).
  assert (Both : F_at l false t = F_at l false r /\ F_at l true t = F_at l true r); [|now destruct k].
  destruct (Rle_dec t r) as [L|L].
  - pose proof (F_at_rises l p false t r L). pose proof (F_at_rises l p true t r L). split; nra.
  - pose proof (F_at_rises l p false r t (ltac:(lra))). pose proof (F_at_rises l p true r t (ltac:(lra))). split; nra.
Qed.
Lemma F_rate_even k r : 0 <= r <= 1 -> F_rate l p k r = F_at l k r.
Proof.
  intros H. apply the_is.
  - intros y [t [a [A [E ->]]]]. apply same_rate; auto; [lra|]. now rewrite E, (Rate_even l p r 1 H).
  - exists r, 1. split; [lra|]. split; [now apply (Rate_even l p)|reflexivity].
Qed.
Lemma Qc_rate_even r b : 0 <= r <= 1 -> Qc_rate l p r b = Qc l p r b.
Proof. intros H. unfold Qc_rate. now rewrite !F_rate_even. Qed.
End Rates.
Lemma F_rate_mean l p k r (B : both_classes l) (P : proportions p) {U : unit_scores l} {EV : evenly_spread l p} : 0 <= r <= 1 ->
  F_rate l p k r = 1 - Ek l k (fun s a => past l p r s a).
Proof.
  intros H. rewrite (F_rate_even l p k r H), (F_at_above l k r B). f_equal. apply (Ek_same l k). intros s a X A. unfold past.
  now rewrite (Rate_even l p s a X).
Qed.
Lemma F_rate_true l p r (B : both_classes l) (P : proportions p) {U : unit_scores l} {EV : evenly_spread l p} : 0 <= r <= 1 ->
  F_rate l p true r = (r - p false * F_rate l p false r) / p true.
Proof.
  intros H. rewrite !(F_rate_even l p _ r H). pose proof (Rate_even l p r 1 H) as R1. unfold Rate in R1. fold (F_at l false r) (F_at l true r) in R1.
  pose proof (share_pos p true). rewrite <- R1 at 2. field. lra.
Qed.
Lemma Loss_on_rates l p w T (B : both_classes l) (P : proportions p) (RL : rate_law T) (L : lawful_rates w T) {U : unit_scores l}
  {EV : evenly_spread l p} :
  has_loss l p interpolated w (on_rates T) /\ Loss l p interpolated w (on_rates T) = Ec w (fun c u => Qc_rate l p (T c u) c).
Proof.
  assert (E : forall c u, conditions c u -> Qc_rate l p (T c u) c = Qc l p (T c u) c) by (intros; now apply Qc_rate_even, RL).
  apply (Loss_is w l p interpolated (on_rates T)); simpl.
  - intros c u D. split; auto. exists (T c u), 1. split; [lra|]. split; [now apply (Rate_even l p), RL|]. now apply E.
  - intros c u x y D [_ [t [a [A [Ha ->]]]]] [_ [r [b [C [Hb ->]]]]]. unfold Q_place.
    rewrite !(same_rate l p t a r b _ A C) by congruence. reflexivity.
  - apply (has_Ec_same w _ _ E). apply (has_Ec_Qc w T L l p).
Qed.

(** * What closes a line *)

Ltac opened := match goal with P : proportions ?p |- _ =>
  let P0 := fresh "P0" in let P1 := fresh "P1" in let PS := fresh "PS" in let PT := fresh "PT" in
  pose proof P as [P0 [P1 PS]]; assert (PT : p true = 1 - p false) by lra; rewrite PT in P1; clear PS end.
Ltac scores_known := repeat match goal with X : scored ?l ?s |- _ =>
  lazymatch goal with H : 0 <= s <= 1 |- _ => fail | _ => pose proof (X : 0 <= s <= 1) end end.
Ltac signs := try (match goal with H : ?p true = 1 - ?p false |- _ => rewrite ?H end);
  unfold above, ind; repeat destruct Rlt_dec; try lra; exfalso; first [nra | scores_known; first [lra | nra]].
Ltac rank_unit := match goal with B : both_classes ?l, A : 0 < ?a < 1, P : proportions ?p, X : scored ?l ?s, H : ?p true = 1 - ?p false |- _ =>
  let Q := fresh in pose proof (Rate_even l p s a X) as Q; rewrite Rate_both, H in Q; scores_known; first [lra | nra] end.
(** The rate of a place is its score. *)
Ltac rates_as_scores := repeat match goal with X : scored ?l ?s |- context [Rate ?l ?p ?s ?a] => rewrite (Rate_even l p s a X) end;
  try (match goal with H : ?p true = 1 - ?p false, X : scored ?l ?s, A : 0 < ?a < 1 |- context [F ?l true ?s ?a] =>
    let Q := fresh in pose proof (Rate_even l p s a X) as Q; rewrite Rate_both, H in Q;
    replace (F l true s a) with ((s - p false * F l false s a) / (1 - p false)) by (rewrite <- Q at 1; field; lra) end).
Ltac same_means := match goal with |- Ek ?l ?k _ = _ => apply (Ek_same l k) end.
Ltac switches_alike := repeat match goal with |- context [above ?x] => match goal with |- context [above ?y] =>
  tryif constr_eq x y then fail else replace (above x) with (above y) by (f_equal; first [lra | field; lra]) end end.
Ltac same_switch := intros; cbv beta; unfold past; rewrite ?lt_above; cbn [pow]; first [ reflexivity | ring | switches_alike; ring
  | same_means; intros; cbv beta; switches_alike; ring | f_equal; same_means; intros; cbv beta; switches_alike; ring
  | rates_as_scores; first [ reflexivity | ring | switches_alike; ring ]
  | same_means; intros; cbv beta; rates_as_scores; switches_alike; ring
  | f_equal; same_means; intros; cbv beta; rates_as_scores; switches_alike; ring ].
Ltac switched H := refine (has_Ec_same _ _ _ _ H); same_switch.
Ltac at_rates := match goal with RL : rate_law ?T, D : conditions ?c ?u |- _ =>
  rewrite ?(Qc_rate_even _ _ (T c u) _ (RL c u D)), ?(F_rate_even _ _ _ (T c u) (RL c u D)) end.
Ltac valued_one := first [ apply has_Ec_number |
  match goal with L : ?lawful ?w ?T, B : both_classes ?l, P : proportions ?p |- has_Ec ?w _ => first
    [ switched (has_Ec_c w T L) | switched (has_Ec_pow w T L 2) | switched (has_Ec_T w T L) | switched (has_Ec_c_T w T L)
    | switched (has_Ec_Qc w T L l p) | switched (has_Ec_F w T L l p true) | switched (has_Ec_F w T L l p false)
    | switched (has_Ec_c_F w T L l p true) | switched (has_Ec_c_F w T L l p false)
    | switched (has_Ec_Ek w T L l p true) | switched (has_Ec_Ek w T L l p false) | switched (has_Ec_c_Ek w T L l p true)
    | switched (has_Ec_c_Ek w T L l p false)
    | match goal with s : R |- _ => first [ switched (has_Ec_below w T L s) | switched (has_Ec_c_below w T L s) ] end
    | refine (has_Ec_same _ _ _ _ (has_Ec_Qc w T L l p)); intros; at_rates; reflexivity
    | refine (has_Ec_same _ _ _ _ (has_Ec_F w T L l p _)); intros; at_rates; reflexivity
    | refine (has_Ec_same _ _ _ _ (has_Ec_c_F w T L l p _)); intros; at_rates; reflexivity ] end ].
Ltac valued := each valued_one.
Ltac pieces_in_c := repeat first
  [ match goal with EV : evenly_spread ?l ?p |- _ => first [ exact (piecewise_F_at l true) | exact (piecewise_F_at l false) ] end
  | apply piecewise_const | apply piecewise_id | apply piecewise_plus
  | apply piecewise_minus | apply piecewise_mult | apply piecewise_opp | apply piecewise_div | apply piecewise_pow
  | apply piecewise_max | apply piecewise_min | (apply piecewise_affine_above; intros; ring) ].
Ltac pieced := each ltac:(split; pieces_in_c).
(** A function of the score has a mean: in pieces, or a mean over the condition of what switches at it. *)
Ltac meanable_one := cbv beta; first
  [ refine (has_mean_pieces _ _ (fun s => _) _ _);
    [ let s := fresh in let a := fresh in let X := fresh in let A := fresh in intros s a X A; cbv beta; unfold posterior;
      rewrite ?(F_level _ _ s a A), ?(Rate_even _ _ s a X); reflexivity | solve [pieces_in_c] ]
  | match goal with RL : rate_law ?T, D : conditions ?c ?u |- _ =>
      refine (has_mean_of _ _ (fun s => above (s - T c u)) _ (above_integrable (T c u))); same_switch end
  | match goal with L : ?lawful ?w ?T |- has_mean ?l (fun s a => Ec ?w (fun c u => @?f s a c u)) => first
    [ refine (has_mean_Ec w T L l 0 f _); same_switch | refine (has_mean_Ec w T L l 1 f _); same_switch ] end ].
Ltac meanable := match goal with
  | |- has_mean _ _ => meanable_one
  | |- forall t, In t _ -> _ => let t := fresh in let T := fresh in intros t T; repeat (destruct T as [<- | T]; [|]);
      try destruct T; cbn [snd]; meanable_one end.
(** Laws of c, or of u, under the uniform density: f(c), f(u), with f affine. *)
Lemma steady_continuous g : steady g -> forall t, continuous g t.
Proof.
  intros [K H] t. apply continuity_pt_filterlim. intros e E0. assert (K0 : 0 < Rabs K + 1) by (pose proof (Rabs_pos K); lra).
  exists (e / (Rabs K + 1)). split; [now apply Rdiv_lt_0_compat|]. intros x [_ X]. simpl in *. unfold R_dist in *.
  eapply Rle_lt_trans; [apply H|]. apply (Rlt_div_r _ _ (Rabs K + 1)) in X; auto. pose proof (Rle_abs K). pose proof (Rabs_pos (x - t)). nra.
Qed.
Lemma piecewise_steady g f : steady g -> (forall t, f t = (f 1 - f 0) * t + f 0) -> piecewise (fun t => g (f t)).
Proof.
  intros G A. apply piecewise_continuous. intros t. apply (continuous_comp f g); [|now apply steady_continuous].
  apply (continuous_ext (fun t => (f 1 - f 0) * t + f 0)); [intros; symmetry; apply A|].
  apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
Qed.
Lemma lawful_c (f : R -> R) : (forall t, f t = (f 1 - f 0) * t + f 0) -> lawful uniform (fun c u => f c).
Proof.
  intros A. assert (Q : forall h, piecewise h -> forall j, has_Ec uniform (fun c _ => c ^ j * h c)).
  { intros h I j. eexists. apply (uniform_of_c (fun c => c ^ j * h c)). apply piecewise_mult; [apply piecewise_pow, piecewise_id|exact I]. }
  split; [|split].
  - intros j. eexists. apply (uniform_of_c (fun c => c ^ j)). apply piecewise_pow, piecewise_id.
  - intros s j. apply (Q (fun c => above (s - f c))). apply piecewise_affine_above. intros t. rewrite (A t). ring.
  - intros g j G. apply (Q (fun c => g (f c))). now apply piecewise_steady.
Qed.
Lemma lawful_u (f : R -> R) : (forall t, f t = (f 1 - f 0) * t + f 0) -> lawful uniform (fun c u => f u).
Proof.
  intros A. assert (Q : forall h, piecewise h -> forall j, has_Ec uniform (fun c u => c ^ j * h u)).
  { intros h I j. eexists. apply (uniform_product (fun c => c ^ j) h); [apply piecewise_pow, piecewise_id|exact I]. }
  split; [|split].
  - intros j. eexists. apply (uniform_of_c (fun c => c ^ j)). apply piecewise_pow, piecewise_id.
  - intros s j. apply (Q (fun c => above (s - f c))). apply piecewise_affine_above. intros t. rewrite (A t). ring.
  - intros g j G. apply (Q (fun c => g (f c))). now apply piecewise_steady.
Qed.
Ltac lawful_of_c f := apply (lawful_c f); intros; ring.
Ltac lawful_of_u f := apply (lawful_u f); intros; ring.
Ltac lawful_rates_of_c f := lawful_of_c f.
Ltac lawful_rates_of_u f := lawful_of_u f.
