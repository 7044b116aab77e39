(** Places of false and true positive rates: each rate has one; for documents, losses at both as numbers. *)
Require Import Reals Lra Lia List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Ranks Least Losses Conditions Places Cutpoints Lines Averages Rates Rescored.
Import ListNotations.
Open Scope R_scope.

(** * The first and the last of some scores *)

Lemma least_of (f : example -> R) (P : R -> Prop) l : (forall s, {P s} + {~ P s}) ->
  (forall x, In x l -> ~ P (f x)) \/ exists x, In x l /\ P (f x) /\ forall y, In y l -> P (f y) -> f x <= f y.
Proof.
  intros D. induction l as [|z r IH]; [left; intros x []|]. destruct IH as [N | [x [X [Px L]]]].
  - destruct (D (f z)) as [Z|Z]; [right|left; intros x [<- | X]; auto].
    exists z. split; [now left|]. split; auto. intros y [<- | Y] Py; [lra|]. now destruct (N y Y).
  - right. destruct (D (f z)) as [Z|Z]; [destruct (Rle_dec (f z) (f x)) as [K|K]|].
    + exists z. split; [now left|]. split; auto. intros y [<- | Y] Py; [lra|]. pose proof (L y Y Py). lra.
    + exists x. split; [now right|]. split; auto. intros y [<- | Y] Py; [lra|]. now apply L.
    + exists x. split; [now right|]. split; auto. intros y [<- | Y] Py; [contradiction|]. now apply L.
Qed.
Lemma greatest_below l t : (forall x, In x l -> ~ score x < t) \/
  exists x, In x l /\ score x < t /\ forall y, In y l -> score y < t -> score y <= score x.
Proof.
  destruct (least_of (fun x => - score x) (fun s => - s < t) l) as [N | [x [X [P L]]]]; [intros s; apply Rlt_dec| |].
  - left. intros x X H. apply (N x X). lra.
  - right. exists x. split; auto. split; [lra|]. intros y Y H. assert (- - score y < t) by lra. pose proof (L y Y H0). lra.
Qed.
(** What lies below t is what lies up to the score before. *)
Lemma lower_first l v t : (forall x, In x l -> ~ score x < t) -> lower l v t = 0.
Proof.
  intros H. unfold lower. rewrite (sum_ext l _ (fun _ => 0)); [apply sum_zero|]. intros x X. unfold ind.
  destruct (Rlt_dec (score x) t) as [L|]; [|ring]. now destruct (H x X).
Qed.
Lemma lower_next l v x t : score x < t -> (forall y, In y l -> score y < t -> score y <= score x) ->
  lower l v t = cdf l v (score x) 1.
Proof.
  intros X H. apply sum_ext. intros y Y. f_equal. unfold ind, passed.
  destruct (Rlt_dec (score y) t) as [L|L], (Rlt_dec (score y) (score x)), (Rlt_dec (score x) (score y)); try lra.
  pose proof (H y Y L). lra.
Qed.
Lemma all_passed l v t : counts l v -> (forall x, In x l -> score x <= t) -> cdf l v t 1 = 1.
Proof.
  intros [_ S] H. unfold cdf. transitivity (sum l v); [|exact S]. apply sum_ext. intros x X. pose proof (H x X). unfold passed.
  destruct (Rlt_dec (score x) t), (Rlt_dec t (score x)); lra.
Qed.
Lemma last_score l : both_classes l -> exists x, In x l /\ forall y, In y l -> score y <= score x.
Proof.
  intros B. destruct (least_of (fun x => - score x) (fun _ => True) l) as [N | [x [X [_ L]]]]; [intros; now left| |].
  - destruct (B true) as [x [X _]]. now destruct (N x X).
  - exists x. split; auto. intros y Y. pose proof (L y Y I). lra.
Qed.

(** * Each rate has a place *)

Lemma place_at_fpr l r : both_classes l -> 0 <= r <= 1 -> exists t a, 0 <= a <= 1 /\ greatest_at_fpr l r t a.
Proof.
  intros B Hr. pose proof (share_counts l true B) as C. set (v := share l true) in *.
  destruct (least_of score (fun s => r < cdf l v s 1) l) as [N | [x [X [P L]]]]; [intros; apply Rlt_dec| |].
  - destruct (last_score l B) as [x [X M]]. pose proof (all_passed l v (score x) C M) as One.
    pose proof (N x X). exists (score x), 1. split; [lra|]. split; [unfold F; fold v; lra|].
    intros y b Y Hb U. exfalso. apply U. unfold upto. pose proof (M y Y). lra.
  - assert (Low : lower l v (score x) <= r).
    { destruct (greatest_below l (score x)) as [Z | [y [Y [Q G]]]]; [rewrite lower_first; auto; lra|].
      rewrite (lower_next l v y (score x) Q G). apply Rnot_lt_le. intros K. pose proof (L y Y K). lra. }
    pose proof (cdf_tie l v (score x) 1) as T. set (lo := lower l v (score x)) in *. set (m := tied l v (score x)) in *.
    assert (M : 0 < m) by lra. assert (E0 : (r - lo) / m * m = r - lo) by (field; lra).
    assert (A0 : 0 <= (r - lo) / m) by (apply Rdiv_le_0_compat; lra). assert (A1 : (r - lo) / m <= 1) by (apply (Rmult_le_reg_r m); lra).
    exists (score x), ((r - lo) / m). split; [lra|]. split; [unfold F; fold v; rewrite cdf_tie; fold lo m; lra|].
    intros y b Y Hb U. unfold F. fold v. destruct (Rtotal_order (score y) (score x)) as [K | [K | K]].
    + exfalso. apply U. left. auto.
    + rewrite K, cdf_tie. fold lo m. assert ((r - lo) / m < b) by (apply Rnot_le_lt; intros Q; apply U; right; auto).
      assert ((r - lo) / m * m < b * m) by now apply Rmult_lt_compat_r. lra.
    + eapply Rlt_le_trans; [exact P|]. apply cdf_upto; auto; [lra|]. left. auto.
Qed.
Lemma place_at_tpr l r : both_classes l -> 0 <= r <= 1 -> exists t a, 0 <= a <= 1 /\ least_at_tpr l r t a.
Proof.
  intros B Hr. pose proof (share_counts l false B) as C. set (v := share l false) in *.
  destruct (least_of score (fun s => r <= cdf l v s 1) l) as [N | [x [X [P L]]]]; [intros; apply Rle_dec| |].
  - destruct (last_score l B) as [x [X M]]. pose proof (all_passed l v (score x) C M) as One. pose proof (N x X). lra.
  - assert (Before : forall y, In y l -> score y < score x -> cdf l v (score y) 1 < r).
    { intros y Y K. apply Rnot_le_lt. intros Q. pose proof (L y Y Q). lra. }
    pose proof (cdf_tie l v (score x) 1) as T. set (lo := lower l v (score x)) in *. set (m := tied l v (score x)) in *.
    assert (Low : lo < r \/ (lo = 0 /\ forall y, In y l -> ~ score y < score x)).
    { destruct (greatest_below l (score x)) as [Z | [y [Y [Q G]]]]; [right; split; auto; now apply lower_first|left].
      unfold lo. rewrite (lower_next l v y (score x) Q G). auto. }
    assert (M0 : 0 <= m) by now apply tied_ge0.
    destruct Low as [Low | [Z First]].
    + assert (M : 0 < m) by lra. assert (E0 : (r - lo) / m * m = r - lo) by (field; lra).
      assert (A0 : 0 <= (r - lo) / m) by (apply Rdiv_le_0_compat; lra). assert (A1 : (r - lo) / m <= 1) by (apply (Rmult_le_reg_r m); lra).
      exists (score x), ((r - lo) / m). split; [lra|]. split; [unfold F; fold v; rewrite cdf_tie; fold lo m; lra|].
      intros y b Y Hb U. unfold F. fold v. destruct (Rtotal_order (score y) (score x)) as [K | [K | K]].
      * eapply Rle_lt_trans; [|exact (Before y Y K)]. apply cdf_upto; auto; [lra|]. right. split; auto. lra.
      * rewrite K, cdf_tie. fold lo m. assert (b < (r - lo) / m) by (apply Rnot_le_lt; intros Q; apply U; right; auto).
        assert (b * m < (r - lo) / m * m) by now apply Rmult_lt_compat_r. lra.
      * exfalso. apply U. left. auto.
    + destruct (Req_EM_T m 0) as [Q|Q].
      * exists (score x), 0. split; [lra|]. split; [unfold F; fold v; rewrite cdf_tie; fold lo m; lra|].
        intros y b Y Hb U. exfalso. apply U. pose proof (First y Y). unfold upto. lra.
      * assert (M : 0 < m) by lra. assert (E0 : r / m * m = r) by (field; lra).
        assert (A0 : 0 <= r / m) by (apply Rdiv_le_0_compat; lra). assert (A1 : r / m <= 1) by (apply (Rmult_le_reg_r m); lra).
        exists (score x), (r / m). split; [lra|]. split; [unfold F; fold v; rewrite cdf_tie; fold lo m; lra|].
        intros y b Y Hb U. unfold F. fold v. destruct (Rtotal_order (score y) (score x)) as [K | [K | K]].
        -- now destruct (First y Y).
        -- rewrite K, cdf_tie. fold lo m. assert (b < r / m) by (apply Rnot_le_lt; intros S; apply U; right; auto).
           assert (b * m < r / m * m) by now apply Rmult_lt_compat_r. lra.
        -- exfalso. apply U. left. auto.
Qed.

(** * Losses at false positive rates as numbers *)

Section At_fpr.
Variables (w : density) (T : R -> R -> R).
Hypotheses (U : rate_law T) (L : lawful_rates w T).
Lemma Ec_fpr l p : both_classes l -> has_Ec w (fun c u => 2 * c * p false * Ek l false (fun s b => ind (Rlt_dec (T c u) (F l true s b)))
  + 2 * (1 - c) * p true * T c u).
Proof.
  intros B. apply (has_Ec_same w _ (combined [(2 * p false, fun c u => c * Ek l false (fun s b => above (cdf l (share l true) s b - T c u)));
    (2 * p true, fun c u => T c u); (- 2 * p true, fun c u => c * T c u)])).
  - intros c u D. cbn [combined]. rewrite (Ek_same l false (fun s b => ind (Rlt_dec (T c u) (F l true s b)))
      (fun s b => above (cdf l (share l true) s b - T c u))) by (intros; apply lt_above). ring.
  - apply has_Ec_combined. intros t [<- | [<- | [<- | []]]]; cbn [snd];
      [now apply rate_Ec_c_Ek, share_counts|now apply rate_Ec_T|now apply rate_Ec_c_T].
Qed.
Lemma Loss_on_fpr l p : both_classes l -> proportions p -> has_loss l p interpolated w (on_fpr T) /\
  Loss l p interpolated w (on_fpr T) = Ec w (fun c u => 2 * c * p false * Ek l false (fun s b => ind (Rlt_dec (T c u) (F l true s b)))
    + 2 * (1 - c) * p true * T c u).
Proof.
  intros B P. pose proof (Ec_expects w _ (Ec_fpr l p B)) as X. set (x := Ec w _) in *.
  assert (Y : loss l p interpolated w (on_fpr T) x).
  { eexists. split; [|exact X]. intros c u C D. destruct (place_at_fpr l (T c u) B (U c u (conj C D))) as [t [a [A G]]].
    exists t, a. split; auto. split; auto. unfold Q_place. rewrite (above_fpr l (T c u) t a B A G). destruct G as [-> _]. reflexivity. }
  split; [now exists x|]. now apply Loss_is.
Qed.
Lemma rate_Ec_Ek_c l v k : counts l v -> has_Ec w (fun c u => Ek l k (fun s a => c * above (cdf l v s a - T c u))).
Proof.
  intros C. apply (has_Ec_same w _ (fun c u => c * Ek l k (fun s a => above (cdf l v s a - T c u)))); [|now apply rate_Ec_c_Ek].
  intros c u _. unfold Ek, mean. rewrite <- sum_scal. apply sum_ext. intros x _.
  transitivity (share l k x * (c * integral (fun a => above (cdf l v (score x) a - T c u)) 0 1)); [|ring]. f_equal.
  apply (integral_scal c (fun a => above (cdf l v (score x) a - T c u))).
  apply piecewise_integrable; [|lra]. apply (piecewise_above (fun a => cdf l v (score x) a - T c u)).
  exists (tied l v (score x)), (lower l v (score x) - T c u). intros t. rewrite cdf_tie. ring.
Qed.
End At_fpr.

(** * Losses at true positive rates as numbers: false positive rates where scores and rates run the other way *)

Definition turned (l : sample) : sample := rescored l (fun x => - score x).
Lemma turned_counts l k : both_classes l -> counts (turned l) (share (turned l) k).
Proof. intros B. now apply share_counts, rescored_classes. Qed.
Lemma F_turned l k s a : both_classes l -> F (turned l) k s a = 1 - F l k (- s) (1 - a).
Proof.
  intros B. destruct (share_counts l k B) as [_ S]. unfold turned. rewrite cdf_rescored. unfold F, cdf.
  transitivity (sum l (fun x => share l k x - share l k x * passed (score x) (- s) (1 - a))); [|now rewrite sum_minus, S].
  apply sum_ext. intros x _. unfold passed.
  destruct (Rlt_dec (- score x) s), (Rlt_dec s (- score x)), (Rlt_dec (score x) (- s)), (Rlt_dec (- s) (score x)); first [ring | exfalso; lra].
Qed.
Lemma turned_is h x : is_RInt (V := R_NormedModule) h 0 1 x -> is_RInt (V := R_NormedModule) (fun a => h (1 - a)) 0 1 x.
Proof.
  intros I. apply is_RInt_swap in I. pose proof (is_RInt_comp_lin (V := R_NormedModule) h (- 1) 1 0 1 (opp x)) as C.
  replace (- 1 * 0 + 1) with 1 in C by ring. replace (- 1 * 1 + 1) with 0 in C by ring.
  apply C in I. apply (is_RInt_scal _ _ _ (- 1)) in I.
  replace x with (scal (- 1) (opp x)) by (unfold scal, opp; simpl; unfold mult; simpl; ring).
  refine (is_RInt_ext _ _ _ _ _ _ I). intros a _. unfold scal; simpl; unfold mult; simpl. replace (- 1 * a + 1) with (1 - a) by ring. ring.
Qed.
Lemma has_mean_turned l f : has_mean l f -> has_mean (turned l) (fun s a => f (- s) (1 - a)).
Proof.
  intros H x X. apply in_map_iff in X. destruct X as [y [<- Y]]. cbn. rewrite Ropp_involutive. destruct (H y Y) as [i I].
  exists i. now apply turned_is.
Qed.
Lemma Ek_turned l k f : has_mean l f -> Ek (turned l) k (fun s a => f (- s) (1 - a)) = Ek l k f.
Proof.
  intros H. unfold Ek, mean, turned at 1. unfold rescored at 1. rewrite sum_map. apply sum_ext. intros x X. unfold turned. rewrite share_rescored. f_equal.
  cbn [with_score score fst]. rewrite Ropp_involutive. apply integral_is, turned_is, is_integral. now apply H.
Qed.
(** What switches where the true positive rate of a place passes a rate. *)
Lemma has_mean_below l k t : has_mean l (fun s a => above (t - F l k s a)).
Proof. apply has_mean_pieces. intros s. apply piecewise_affine_above. intros a. unfold F. rewrite !cdf_tie. ring. Qed.
Lemma below_turned l k i t : both_classes l ->
  Ek l k (fun s a => above (t - F l i s a)) = Ek (turned l) k (fun s a => above (cdf (turned l) (share (turned l) i) s a - (1 - t))).
Proof.
  intros B. rewrite <- (Ek_turned l k _ (has_mean_below l i t)). apply Ek_same. intros s a _ _. f_equal.
  change (cdf (turned l) (share (turned l) i) s a) with (F (turned l) i s a). rewrite F_turned by auto. ring.
Qed.

(** What is asked of a density and a law of true positive rates. *)
Definition lawful_tpr (w : density) (T : R -> R -> R) : Prop := lawful_rates w (fun c u => 1 - T c u).

Section At_tpr.
Variables (w : density) (T : R -> R -> R).
Hypotheses (U : rate_law T) (L : lawful_tpr w T).
Lemma tpr_Ec_pow_T j : has_Ec w (fun c u => c ^ j * T c u).
Proof.
  apply (has_Ec_same w _ (combined [(1, fun c _ => c ^ j); (- 1, fun c u => c ^ j * (1 - T c u))])); [intros; simpl; ring|].
  apply has_Ec_combined. intros t [<- | [<- | []]]; cbn [snd]; apply L.
Qed.
Lemma tpr_Ec_c : has_Ec w (fun c u => c).
Proof. exact (rate_Ec_c w _ L). Qed.
Lemma tpr_Ec_T : has_Ec w (fun c u => T c u).
Proof. apply (has_Ec_same w _ (fun c u => c ^ 0 * T c u)); [intros; simpl; ring|]. apply tpr_Ec_pow_T. Qed.
Lemma tpr_Ec_c_T : has_Ec w (fun c u => c * T c u).
Proof. apply (has_Ec_same w _ (fun c u => c ^ 1 * T c u)); [intros; simpl; ring|]. apply tpr_Ec_pow_T. Qed.
Lemma tpr_Ec_below r : has_Ec w (fun c u => above (T c u - r)).
Proof.
  apply (has_Ec_same w _ (fun c u => above ((1 - r) - (1 - T c u)))); [intros; f_equal; ring|]. exact (rate_Ec_above w _ L (1 - r)).
Qed.
Lemma tpr_Ec_c_below r : has_Ec w (fun c u => c * above (T c u - r)).
Proof.
  apply (has_Ec_same w _ (fun c u => c * above ((1 - r) - (1 - T c u)))); [intros; do 2 f_equal; ring|]. exact (rate_Ec_c_above w _ L (1 - r)).
Qed.
Section Sampled.
Variables (l : sample) (i : bool).
Hypothesis B : both_classes l.
Let C := turned_counts l i B.
Lemma tpr_Ec_Ek k : has_Ec w (fun c u => Ek l k (fun s a => above (T c u - F l i s a))).
Proof.
  apply (has_Ec_same w _ (fun c u => Ek (turned l) k (fun s a => above (cdf (turned l) (share (turned l) i) s a - (1 - T c u))))).
  - intros c u _. now apply below_turned.
  - exact (rate_Ec_Ek w _ L (turned l) _ k C).
Qed.
Lemma tpr_Ec_c_Ek k : has_Ec w (fun c u => c * Ek l k (fun s a => above (T c u - F l i s a))).
Proof.
  apply (has_Ec_same w _ (fun c u => c * Ek (turned l) k (fun s a => above (cdf (turned l) (share (turned l) i) s a - (1 - T c u))))).
  - intros c u _. f_equal. now apply below_turned.
  - exact (rate_Ec_c_Ek w _ L (turned l) _ k C).
Qed.
(** The mean over the condition of what switches, as one of the scores the other way round. *)
Lemma tpr_Ec_turned s a : Ec w (fun c u => above (T c u - F l i (- s) (1 - a))) =
  Ec w (fun c u => above (cdf (turned l) (share (turned l) i) s a - (1 - T c u))).
Proof.
  apply Ec_same; [|apply (rate_Ec_above w _ L)]. intros c u _. f_equal.
  change (cdf (turned l) (share (turned l) i) s a) with (F (turned l) i s a). rewrite F_turned by auto. ring.
Qed.
Lemma tpr_Ec_c_turned s a : Ec w (fun c u => c * above (T c u - F l i (- s) (1 - a))) =
  Ec w (fun c u => c * above (cdf (turned l) (share (turned l) i) s a - (1 - T c u))).
Proof.
  apply Ec_same; [|apply (rate_Ec_c_above w _ L)]. intros c u _. do 2 f_equal.
  change (cdf (turned l) (share (turned l) i) s a) with (F (turned l) i s a). rewrite F_turned by auto. ring.
Qed.
Lemma has_mean_back f : has_mean (turned l) (fun s a => f (- s) (1 - a)) -> has_mean l f.
Proof.
  intros H x X. destruct (H (with_score (fun x => - score x) x) (in_map _ _ _ X)) as [I J]. exists I. apply turned_is in J.
  refine (is_RInt_ext _ _ _ _ _ _ J). intros a _. cbn. now rewrite Ropp_involutive; replace (1 - (1 - a)) with a by ring.
Qed.
Lemma tpr_has_mean : has_mean l (fun s a => Ec w (fun c u => above (T c u - F l i s a))).
Proof.
  apply has_mean_back. intros x X. apply integrable_ext with (2 := fun a _ => eq_sym (tpr_Ec_turned (score x) a)); [lra|].
  exact (rate_has_mean w _ L (turned l) _ C x X).
Qed.
Lemma tpr_c_has_mean : has_mean l (fun s a => Ec w (fun c u => c * above (T c u - F l i s a))).
Proof.
  apply has_mean_back. intros x X. apply integrable_ext with (2 := fun a _ => eq_sym (tpr_Ec_c_turned (score x) a)); [lra|].
  exact (rate_c_has_mean w _ L (turned l) _ C x X).
Qed.
Lemma tpr_exchanged k : Ec w (fun c u => Ek l k (fun s a => above (T c u - F l i s a))) =
  Ek l k (fun s a => Ec w (fun c u => above (T c u - F l i s a))).
Proof.
  rewrite <- (Ek_turned l k _ tpr_has_mean).
  rewrite (Ek_same (turned l) k _ _ (fun s a _ _ => tpr_Ec_turned s a)), <- (rate_exchanged w _ L (turned l) _ k C).
  apply Ec_same; [|exact (rate_Ec_Ek w _ L (turned l) _ k C)]. intros c u _. now apply below_turned.
Qed.
Lemma Ek_timed k c t : Ek l k (fun s a => c * above (t - F l i s a)) = c * Ek l k (fun s a => above (t - F l i s a)).
Proof. exact (mean_scal l (share l k) c _ (has_mean_below l i t)). Qed.
Lemma tpr_c_exchanged k : Ec w (fun c u => Ek l k (fun s a => c * above (T c u - F l i s a))) =
  Ek l k (fun s a => Ec w (fun c u => c * above (T c u - F l i s a))).
Proof.
  rewrite <- (Ek_turned l k _ tpr_c_has_mean).
  rewrite (Ek_same (turned l) k _ _ (fun s a _ _ => tpr_Ec_c_turned s a)), <- (rate_c_exchanged w _ L (turned l) _ k C).
  apply Ec_same; [|exact (rate_Ec_Ek_c w _ L (turned l) _ k C)]. intros c u _. rewrite Ek_timed, (below_turned l k i (T c u) B).
  symmetry. apply (mean_scal (turned l) (share (turned l) k) c). apply has_mean_pieces. intros s. apply piecewise_affine_above.
  intros a. rewrite !cdf_tie. ring.
Qed.
Lemma tpr_Ec_Ek_c k : has_Ec w (fun c u => Ek l k (fun s a => c * above (T c u - F l i s a))).
Proof. apply (has_Ec_same w _ (fun c u => c * Ek l k (fun s a => above (T c u - F l i s a)))); [intros; apply Ek_timed|apply tpr_Ec_c_Ek]. Qed.
End Sampled.
Lemma Ec_tpr l p : both_classes l -> has_Ec w (fun c u => 2 * c * p false * (1 - T c u)
  + 2 * (1 - c) * p true * Ek l true (fun s b => ind (Rlt_dec (F l false s b) (T c u)))).
Proof.
  intros B. apply (has_Ec_same w _ (combined [(2 * p false, fun c u => c); (- 2 * p false, fun c u => c * T c u);
    (2 * p true, fun c u => Ek l true (fun s b => above (T c u - F l false s b))); (- 2 * p true, fun c u => c * Ek l true (fun s b => above (T c u - F l false s b)))])).
  - intros c u D. cbn [combined]. rewrite (Ek_same l true (fun s b => ind (Rlt_dec (F l false s b) (T c u)))
      (fun s b => above (T c u - F l false s b))) by (intros; apply lt_above). ring.
  - apply has_Ec_combined. intros t [<- | [<- | [<- | [<- | []]]]]; cbn [snd];
      [apply tpr_Ec_c|apply tpr_Ec_c_T|now apply tpr_Ec_Ek|now apply tpr_Ec_c_Ek].
Qed.
Lemma Loss_on_tpr l p : both_classes l -> proportions p -> has_loss l p interpolated w (on_tpr T) /\
  Loss l p interpolated w (on_tpr T) = Ec w (fun c u => 2 * c * p false * (1 - T c u)
    + 2 * (1 - c) * p true * Ek l true (fun s b => ind (Rlt_dec (F l false s b) (T c u)))).
Proof.
  intros B P. pose proof (Ec_expects w _ (Ec_tpr l p B)) as X. set (x := Ec w _) in *.
  assert (Y : loss l p interpolated w (on_tpr T) x).
  { eexists. split; [|exact X]. intros c u C D. destruct (place_at_tpr l (T c u) B (U c u (conj C D))) as [t [a [A G]]].
    exists t, a. split; auto. split; auto. unfold Q_place. rewrite (below_tpr l (T c u) t a B A G). destruct G as [-> _]. reflexivity. }
  split; [now exists x|]. now apply Loss_is.
Qed.
End At_tpr.

(** * What closes a line where a true positive rate stands *)

Ltac tpr_valued := match goal with L : lawful_tpr ?w ?T, B : both_classes ?l |- has_Ec ?w _ => first
  [ switched (tpr_Ec_c w T L) | switched (tpr_Ec_T w T L) | switched (tpr_Ec_c_T w T L)
  | switched (tpr_Ec_Ek w T L l false B true) | switched (tpr_Ec_c_Ek w T L l false B true)
  | match goal with s : R, a : R |- _ => first [ switched (tpr_Ec_below w T L (F l false s a)) | switched (tpr_Ec_c_below w T L (F l false s a)) ] end ] end.
Ltac tpr_mean := match goal with L : lawful_tpr ?w ?T, B : both_classes ?l |- has_mean ?l (fun s a => Ec ?w _) => first
  [ refine (has_mean_same l _ _ _ (tpr_has_mean w T L l false B)); intros; apply Ec_same; [same_switch | exact (tpr_Ec_below w T L _)]
  | refine (has_mean_same l _ _ _ (tpr_c_has_mean w T L l false B)); intros; apply Ec_same; [same_switch | exact (tpr_Ec_c_below w T L _)] ] end.
Ltac further_valued ::= tpr_valued.
Ltac further_mean ::= tpr_mean.
