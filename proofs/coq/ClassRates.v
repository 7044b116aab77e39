(** Places of false and true positive rates: each rate has one; for documents, losses at false positive rates as numbers. *)
Require Import Reals Lra Lia List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Ranks Least Losses Conditions Places Cutpoints Lines Averages Rates.
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
