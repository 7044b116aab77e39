(** Samples, means over a class and over all examples, cdfs, with the conventions for ties. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums.
Import ListNotations.
Open Scope R_scope.

(** An example: its score and its class, [false] for class 0 and [true] for class 1. *)
Definition example := (R * bool)%type.
Definition sample := list example.
Definition score (x : example) : R := fst x.
Definition is (k : bool) (x : example) : R := if Bool.eqb (snd x) k then 1 else 0.
Definition size (l : sample) (k : bool) : R := sum l (is k).

(** What all samples meet: both classes have an example, and scores lie in [0, 1]. *)
Definition both_classes (l : sample) : Prop := forall k, exists x, In x l /\ snd x = k.
Definition unit_scores (l : sample) : Prop := forall x, In x l -> 0 <= score x <= 1.

(** The class proportions pi0 = p false and pi1 = p true: those of the sample, n0/n and n1/n, or any others,
    of which [balanced] puts both to 1/2 (so that what is shown for any proportions holds also for skews). *)
Definition proportions (p : bool -> R) : Prop := 0 < p false /\ 0 < p true /\ p false + p true = 1.
Definition own (l : sample) (k : bool) : R := size l k / (size l false + size l true).
Definition halves (k : bool) : R := 1 / 2.

(** What an example counts in the mean over class k, and in that over all examples. *)
Definition share (l : sample) (k : bool) (x : example) : R := is k x / size l k.
Definition weight (l : sample) (p : bool -> R) (x : example) : R := p false * share l false x + p true * share l true x.

(** A tie is passed uniformly: a function of the score depends on the score s and on the part a of those with that
    score that has been passed, and counts with its integral over a. *)
Definition mean (l : sample) (v : example -> R) (f : R -> R -> R) : R :=
  sum l (fun x => v x * integral (f (score x)) 0 1).
(** Ek(f) and E(f). *)
Definition Ek (l : sample) (k : bool) := mean l (share l k).
Definition E (l : sample) (p : bool -> R) := mean l (weight l p).
(** Whether Ek(f) and E(f) have a value. *)
Definition has_mean (l : sample) (f : R -> R -> R) : Prop := forall x, In x l -> integrable (f (score x)) 0 1.

(** How much of an example of score s has been passed at the place (t, a): at the score t when a part a of it was. *)
Definition passed (s t a : R) : R := if Rlt_dec s t then 1 else if Rlt_dec t s then 0 else a.
Definition cdf (l : sample) (v : example -> R) (t a : R) : R := sum l (fun x => v x * passed (score x) t a).
(** F0, F1 and R at a place: Fk(s) in a mean is [F l k] there; at a threshold t, a number, the ties with t are passed. *)
Definition F (l : sample) (k : bool) := cdf l (share l k).
Definition Rate (l : sample) (p : bool -> R) := cdf l (weight l p).
Definition F_at (l : sample) (k : bool) (t : R) : R := F l k t 1.

(** The proportion of class 1 among the examples of score s. *)
Definition posterior (l : sample) (p : bool -> R) (s : R) : R :=
  sum l (fun x => ind (Req_EM_T (score x) s) * (weight l p x * is true x)) /
  sum l (fun x => ind (Req_EM_T (score x) s) * weight l p x).

(** An earlier place; f increases with the place. *)
Definition upto (s a t b : R) : Prop := s < t \/ (s = t /\ a <= b).
Definition increasing (l : sample) (f : R -> R -> R) : Prop := forall x y a b, In x l -> In y l ->
  0 <= a <= 1 -> 0 <= b <= 1 -> upto (score x) a (score y) b -> f (score x) a <= f (score y) b.
Definition without_ties (l : sample) : Prop := forall x y, In x l -> In y l -> score x = score y -> x = y.

(** * What follows at once *)

Lemma is_01 k x : 0 <= is k x <= 1.
Proof. unfold is. destruct Bool.eqb; lra. Qed.
Lemma is_class k x : snd x = k -> is k x = 1.
Proof. intros <-. unfold is. now rewrite Bool.eqb_reflx. Qed.
Lemma is_other x : is true x = 1 - is false x.
Proof. unfold is. destruct (snd x); simpl; lra. Qed.
Lemma is_either x : (is true x = 1 /\ is false x = 0) \/ (is true x = 0 /\ is false x = 1).
Proof. unfold is. destruct (snd x); simpl; lra. Qed.
Lemma passed_01 s t a : 0 <= a <= 1 -> 0 <= passed s t a <= 1.
Proof. unfold passed. destruct (Rlt_dec s t), (Rlt_dec t s); lra. Qed.
Lemma passed_below s t a : s < t -> passed s t a = 1.
Proof. unfold passed. destruct (Rlt_dec s t); lra. Qed.
Lemma passed_above s t a : t < s -> passed s t a = 0.
Proof. unfold passed. destruct (Rlt_dec s t), (Rlt_dec t s); lra. Qed.
Lemma passed_tie s a : passed s s a = a.
Proof. unfold passed. destruct (Rlt_dec s s); lra. Qed.
Lemma passed_upto r s a t b : 0 <= a <= 1 -> 0 <= b <= 1 -> upto s a t b -> passed r s a <= passed r t b.
Proof. intros A B [L | [-> L]]; unfold passed; [destruct (Rlt_dec r s), (Rlt_dec s r), (Rlt_dec r t), (Rlt_dec t r)|destruct (Rlt_dec r t), (Rlt_dec t r)]; lra. Qed.
Lemma passed_threshold s t : passed s t 1 = 1 - ind (Rlt_dec t s).
Proof. unfold passed, ind. destruct (Rlt_dec s t), (Rlt_dec t s); lra. Qed.

Lemma size_pos l k : both_classes l -> 0 < size l k.
Proof.
  intros B. destruct (B k) as [x [X K]]. apply sum_pos with x; auto.
  - intros y _. apply (is_01 k y).
  - rewrite is_class; auto; lra.
Qed.
Lemma own_proportions l : both_classes l -> proportions (own l).
Proof.
  intros B. pose proof (size_pos l false B). pose proof (size_pos l true B). unfold proportions, own.
  repeat split; try (apply Rdiv_lt_0_compat; lra). field. lra.
Qed.
Lemma halves_proportions : proportions halves.
Proof. unfold proportions, halves. lra. Qed.

(** Both kinds of weights are nonnegative and add up to one: what follows for [counts] holds for Ek and E alike. *)
Definition counts (l : sample) (v : example -> R) : Prop := (forall x, 0 <= v x) /\ sum l v = 1.
Lemma share_counts l k : both_classes l -> counts l (share l k).
Proof.
  intros B. pose proof (size_pos l k B). split.
  - intros x. unfold share. pose proof (is_01 k x). apply Rmult_le_pos; [lra|]. left. now apply Rinv_0_lt_compat.
  - unfold share. rewrite sum_div. fold (size l k). field. lra.
Qed.
Lemma weight_counts l p : both_classes l -> proportions p -> counts l (weight l p).
Proof.
  intros B [P0 [P1 P]]. destruct (share_counts l false B) as [N0 S0], (share_counts l true B) as [N1 S1]. split.
  - intros x. unfold weight. specialize (N0 x). specialize (N1 x). nra.
  - unfold weight. rewrite sum_plus, !sum_scal, S0, S1. lra.
Qed.
Lemma weight_pos l p x : both_classes l -> proportions p -> 0 < weight l p x.
Proof.
  intros B [P0 [P1 P]]. unfold weight, share. pose proof (size_pos l false B). pose proof (size_pos l true B).
  pose proof (Rinv_0_lt_compat _ H). pose proof (Rinv_0_lt_compat _ H0). unfold Rdiv.
  destruct (is_either x) as [[-> ->] | [-> ->]]; nra.
Qed.
Lemma share_1 l p x : p true * share l true x = weight l p x * is true x.
Proof. unfold weight, share, Rdiv. destruct (is_either x) as [[-> ->] | [-> ->]]; ring. Qed.
Lemma share_0 l p x : p false * share l false x = weight l p x * (1 - is true x).
Proof. unfold weight, share, Rdiv. destruct (is_either x) as [[-> ->] | [-> ->]]; ring. Qed.

Lemma mean_ext l v f g : (forall x a, In x l -> 0 < a < 1 -> f (score x) a = g (score x) a) -> mean l v f = mean l v g.
Proof. intros H. apply sum_ext. intros x X. f_equal. apply integral_ext; [lra|]. auto. Qed.
Lemma mean_plain l v f : mean l v (fun s _ => f s) = sum l (fun x => v x * f (score x)).
Proof. apply sum_ext. intros x _. now rewrite integral_const. Qed.
Lemma has_mean_plain l f : has_mean l (fun s _ => f s).
Proof. intros x _. apply integrable_const. Qed.
Lemma mean_scal l v k f : has_mean l f -> mean l v (fun s a => k * f s a) = k * mean l v f.
Proof.
  intros H. unfold mean. rewrite <- sum_scal. apply sum_ext. intros x X. cbv beta.
  rewrite (integral_scal k (f (score x))) by auto. ring.
Qed.
Lemma mean_plus l v f g : has_mean l f -> has_mean l g ->
  mean l v (fun s a => f s a + g s a) = mean l v f + mean l v g.
Proof.
  intros H K. unfold mean. rewrite <- sum_plus. apply sum_ext. intros x X.
  cbv beta.
  rewrite (integral_plus (f (score x)) (g (score x))) by auto. ring.
Qed.
Lemma has_mean_plus l f g : has_mean l f -> has_mean l g -> has_mean l (fun s a => f s a + g s a).
Proof. intros H K x X. apply (integrable_plus (f (score x)) (g (score x))); auto. Qed.
Lemma has_mean_scal l k f : has_mean l f -> has_mean l (fun s a => k * f s a).
Proof. intros H x X. apply (integrable_scal k (f (score x))); auto. Qed.
Lemma mean_le l v f g : counts l v -> has_mean l f -> has_mean l g ->
  (forall x a, In x l -> 0 < a < 1 -> f (score x) a <= g (score x) a) -> mean l v f <= mean l v g.
Proof.
  intros [N _] H K L. apply sum_le. intros x X. apply Rmult_le_compat_l; [apply N|]. apply integral_le; auto; lra.
Qed.
Lemma mean_const l v k : counts l v -> mean l v (fun _ _ => k) = k.
Proof. intros [_ S]. rewrite (mean_plain l v (fun _ => k)), sum_scal_r, S. ring. Qed.
(** E = pi0 E0 + pi1 E1 and R = pi0 F0 + pi1 F1. *)
Lemma E_both l p f : E l p f = p false * Ek l false f + p true * Ek l true f.
Proof. unfold E, Ek, mean. rewrite <- !sum_scal, <- sum_plus. apply sum_ext. intros x _. unfold weight. ring. Qed.
Lemma Rate_both l p t a : Rate l p t a = p false * F l false t a + p true * F l true t a.
Proof. unfold Rate, F, cdf. rewrite <- !sum_scal, <- sum_plus. apply sum_ext. intros x _. unfold weight. ring. Qed.
Lemma cdf_01 l v t a : counts l v -> 0 <= a <= 1 -> 0 <= cdf l v t a <= 1.
Proof.
  intros [N S] A. split.
  - apply sum_ge0. intros x _. pose proof (N x). pose proof (passed_01 (score x) t a A). nra.
  - rewrite <- S. apply sum_le. intros x _. pose proof (N x). pose proof (passed_01 (score x) t a A). nra.
Qed.
Lemma cdf_upto l v s a t b : counts l v -> 0 <= a <= 1 -> 0 <= b <= 1 -> upto s a t b -> cdf l v s a <= cdf l v t b.
Proof.
  intros [N _] A B U. apply sum_le. intros x _. apply Rmult_le_compat_l; [apply N|]. now apply passed_upto.
Qed.
(** A cdf along a tie. *)
Definition lower (l : sample) (v : example -> R) (t : R) := sum l (fun x => v x * ind (Rlt_dec (score x) t)).
Definition tied (l : sample) (v : example -> R) (t : R) := sum l (fun x => v x * ind (Req_EM_T (score x) t)).
Lemma cdf_tie l v t a : cdf l v t a = lower l v t + a * tied l v t.
Proof.
  unfold cdf, lower, tied. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros x _. unfold passed, ind.
  destruct (Rlt_dec (score x) t), (Rlt_dec t (score x)), (Req_EM_T (score x) t); lra.
Qed.
Lemma lower_ge0 l v t : counts l v -> 0 <= lower l v t.
Proof. intros [N _]. apply sum_ge0. intros x _. apply Rmult_le_pos; [apply N|]. unfold ind. match goal with |- 0 <= if ?d then _ else _ => destruct d end; lra. Qed.
Lemma tied_ge0 l v t : counts l v -> 0 <= tied l v t.
Proof. intros [N _]. apply sum_ge0. intros x _. apply Rmult_le_pos; [apply N|]. unfold ind. match goal with |- 0 <= if ?d then _ else _ => destruct d end; lra. Qed.
Lemma lower_tied_le1 l v t : counts l v -> lower l v t + tied l v t <= 1.
Proof.
  intros C. pose proof (cdf_tie l v t 1). pose proof (cdf_01 l v t 1 C). lra.
Qed.
Lemma integral_affine a b : integrable (fun x => a + x * b) 0 1 /\ integral (fun x => a + x * b) 0 1 = a + b / 2.
Proof.
  destruct (integral_derivative (fun x => a * x + x * x * b / 2) (fun x => a + x * b) 0 1) as [I J]; try lra.
  - intros. auto_derive; auto. field.
  - intros. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
  - split; [exact I|]. rewrite J. field.
Qed.
Lemma has_mean_cdf l v : has_mean l (cdf l v).
Proof.
  intros x _. apply integrable_ext with (fun a => lower l v (score x) + a * tied l v (score x)); [lra| |].
  - intros. now rewrite cdf_tie.
  - apply integral_affine.
Qed.
