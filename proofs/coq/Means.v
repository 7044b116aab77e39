(** Axioms on means, maxima and roots. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample.
Import ListNotations.
Open Scope R_scope.

(** A class, or both: Ek in the text is the mean over that class, or over all examples. *)
Definition Eany (l : sample) (p : bool -> R) (k : option bool) : (R -> R -> R) -> R :=
  match k with Some k => Ek l k | None => E l p end.
Lemma Eany_counts l p k : both_classes l -> proportions p -> exists v, counts l v /\ Eany l p k = mean l v.
Proof.
  intros B P. destruct k as [k|]; eexists; (split; [|reflexivity]); [now apply share_counts|now apply weight_counts].
Qed.

(** Axiom cauchy_schwarz. Any f and g for which the four means have a value, at any class proportions.
    left: Ek(f*g)**2
    relation: <=
    right: Ek(f**2)*Ek(g**2) *)
Theorem cauchy_schwarz l p k f g : both_classes l -> proportions p ->
  has_mean l (fun s a => f s a ^ 2) -> has_mean l (fun s a => g s a ^ 2) -> has_mean l (fun s a => f s a * g s a) ->
  Eany l p k (fun s a => f s a * g s a) ^ 2 <= Eany l p k (fun s a => f s a ^ 2) * Eany l p k (fun s a => g s a ^ 2).
Proof.
  intros B P Hf Hg Hfg. destruct (Eany_counts l p k B P) as [v [C ->]].
  set (a := mean l v (fun s a => f s a ^ 2)). set (b := mean l v (fun s a => f s a * g s a)).
  set (c := mean l v (fun s a => g s a ^ 2)).
  assert (Q : forall x, 0 <= x * x * a + (2 * x * b + c)).
  { intros x. unfold a, b, c.
    rewrite <- (mean_scal l v (x * x)), <- (mean_scal l v (2 * x)) by auto.
    rewrite <- (mean_plus l v (fun s a => 2 * x * (f s a * g s a)) (fun s a => g s a ^ 2)); auto.
    2: now apply (has_mean_scal l (2 * x) (fun s a => f s a * g s a)).
    rewrite <- (mean_plus l v (fun s a => x * x * (f s a ^ 2))
      (fun s a => 2 * x * (f s a * g s a) + g s a ^ 2)).
    - rewrite <- (mean_const l v 0 C) at 1. apply mean_le; auto.
      + apply (has_mean_plain l (fun _ => 0)).
      + apply has_mean_plus; [now apply (has_mean_scal l (x * x) (fun s a => f s a ^ 2))|].
        apply has_mean_plus; auto. now apply (has_mean_scal l (2 * x) (fun s a => f s a * g s a)).
      + intros y r _ _. pose proof (pow2_ge_0 (x * f (score y) r + g (score y) r)). nra.
    - now apply (has_mean_scal l (x * x) (fun s a => f s a ^ 2)).
    - apply has_mean_plus; auto. now apply (has_mean_scal l (2 * x) (fun s a => f s a * g s a)). }
  destruct (Req_dec a 0) as [Z | Z].
  - rewrite Z in *. assert (b = 0); [|subst b; nra]. destruct (Req_dec b 0) as [|N]; auto. exfalso.
    pose proof (Q (- (c + 1) / (2 * b))) as H.
    replace (2 * (- (c + 1) / (2 * b)) * b) with (- (c + 1)) in H by (field; auto). lra.
  - pose proof (Q 1). pose proof (Q (-1)). 
    assert (0 < a).
    { destruct (Rlt_dec a 0); [|lra]. exfalso. pose proof (Q ((Rabs b + Rabs c + 1) / a * -1 + 0)) as H1.
      assert (A0 : 0 <= a); [|lra]. unfold a. rewrite <- (mean_const l v 0 C) at 1. apply mean_le; auto.
      - apply (has_mean_plain l (fun _ => 0)).
      - intros y s _ _. apply pow2_ge_0. }
    pose proof (Q (- b / a)) as H2.
    replace (- b / a * (- b / a) * a + (2 * (- b / a) * b + c)) with ((a * c - b ^ 2) / a) in H2 by (field; lra).
    assert (0 <= a * c - b ^ 2); [|lra]. replace (a * c - b ^ 2) with (a * ((a * c - b ^ 2) / a)) by (field; lra). nra.
Qed.

Lemma upto_total s a t b : upto s a t b \/ upto t b s a.
Proof. unfold upto. destruct (Rtotal_order s t) as [L | [-> | L]]; [auto| |auto]. destruct (Rle_dec a b); [auto|right; right; lra]. Qed.

(** Axiom association. Any f and g that increase with the place, and for which the means have a value.
    left: Ek(f)*Ek(g)
    relation: <=
    right: Ek(f*g) *)
Theorem association l p k f g : both_classes l -> proportions p -> increasing l f -> increasing l g ->
  has_mean l f -> has_mean l g -> has_mean l (fun s a => f s a * g s a) ->
  Eany l p k f * Eany l p k g <= Eany l p k (fun s a => f s a * g s a).
Proof.
  intros B P If Ig Hf Hg Hfg. destruct (Eany_counts l p k B P) as [v [C ->]]. set (m := mean l v f).
  assert (N : l <> []) by (intros ->; destruct (B true) as [x [[] _]]).
  destruct (least_of l score N) as [x0 [X0 L0]], (greatest_of l score N) as [x1 [X1 L1]].
  assert (Low : forall x a, In x l -> 0 <= a <= 1 -> g (score x0) 0 <= g (score x) a).
  { intros x a X A. apply Ig; auto; try lra. unfold upto. pose proof (L0 x X).
    destruct (Req_dec (score x0) (score x)); [right|left]; lra. }
  assert (High : forall x a, In x l -> 0 <= a <= 1 -> g (score x) a <= g (score x1) 1).
  { intros x a X A. apply Ig; auto; try lra. unfold upto. pose proof (L1 x X).
    destruct (Req_dec (score x) (score x1)); [right|left]; lra. }
  set (G := fun y => y = g (score x0) 0 \/
    exists x a, In x l /\ 0 <= a <= 1 /\ f (score x) a < m /\ y = g (score x) a).
  destruct (completeness G) as [h [U S]].
  { exists (g (score x1) 1). intros y [-> | [x [a [X [A [_ ->]]]]]]; apply High; auto; lra. }
  { exists (g (score x0) 0). now left. }
  assert (Q : 0 <= mean l v (fun s a => f s a * g s a + (- m * g s a + (- h * f s a + m * h)))).
  { rewrite <- (mean_const l v 0 C) at 1. apply mean_le; auto.
    - apply (has_mean_plain l (fun _ => 0)).
    - apply has_mean_plus; auto. apply has_mean_plus; [now apply has_mean_scal|].
      apply has_mean_plus; [now apply has_mean_scal|apply (has_mean_plain l (fun _ => m * h))].
    - intros x a X A. assert (A' : 0 <= a <= 1) by lra.
      destruct (Rtotal_order (f (score x) a) m) as [T | [T | T]].
      + assert (g (score x) a <= h); [|nra]. apply U. right. exists x, a. auto.
      + rewrite T. lra.
      + assert (h <= g (score x) a); [|nra]. apply S. intros y [-> | [z [b [Z [Hb [K ->]]]]]]; [now apply Low|].
        destruct (upto_total (score z) b (score x) a) as [O | O]; [now apply Ig|].
        pose proof (If _ _ _ _ X Z A' Hb O). lra. }
  rewrite (mean_plus l v (fun s a => f s a * g s a)) in Q; auto.
  2: { apply has_mean_plus; [now apply has_mean_scal|].
      apply has_mean_plus; [now apply has_mean_scal|apply (has_mean_plain l (fun _ => m * h))]. }
  rewrite (mean_plus l v (fun s a => - m * g s a)) in Q.
  2: now apply has_mean_scal.
  2: apply has_mean_plus; [now apply has_mean_scal|apply (has_mean_plain l (fun _ => m * h))].
  rewrite (mean_plus l v (fun s a => - h * f s a) (fun _ _ => m * h)) in Q.
  2: now apply has_mean_scal.
  2: apply (has_mean_plain l (fun _ => m * h)).
  rewrite !mean_scal, mean_const in Q by auto. fold m in Q. lra.
Qed.

(** Axiom maximum.
    left: x
    relation: <=
    right: max(x, y) *)
Theorem maximum (x y : R) : x <= Rmax x y.
Proof. apply Rmax_l. Qed.

(** Axiom root_above.
    given: 0 <= x
    given: y**2 <= x
    left: y
    relation: <=
    right: sqrt(x) *)
Theorem root_above (x y : R) : 0 <= x -> y ^ 2 <= x -> y <= sqrt x.
Proof.
  intros X H. destruct (Rle_dec 0 y) as [Y | Y]; [|pose proof (sqrt_pos x); lra].
  rewrite <- (sqrt_pow2 y Y). now apply sqrt_le_1_alt.
Qed.

(** Axiom root_below.
    given: 0 <= x
    given: 0 <= y
    given: x <= y**2
    left: sqrt(x)
    relation: <=
    right: y *)
Theorem root_below (x y : R) : 0 <= x -> 0 <= y -> x <= y ^ 2 -> sqrt x <= y.
Proof. intros X Y H. rewrite <- (sqrt_pow2 y Y). now apply sqrt_le_1_alt. Qed.

(** Axiom exponential.
    left: 1 + x
    relation: <=
    right: exp(x) *)
Theorem exponential (x : R) : 1 + x <= exp x.
Proof. destruct (Req_dec x 0) as [-> | N]; [rewrite exp_0; lra|]. left. now apply exp_ineq1. Qed.

(** Axiom exponential_of_negative.
    given: x <= 0
    left: exp(x)
    relation: <=
    right: 1 *)
Theorem exponential_of_negative (x : R) : x <= 0 -> exp x <= 1.
Proof. intros [L | ->]; rewrite <- exp_0; [left; now apply exp_increasing|lra]. Qed.

(** Axiom logarithms.
    given: 0 < x
    given: 0 < y
    left: 1 - x/y
    relation: <=
    right: log(y) - log(x) *)
Theorem logarithms (x y : R) : 0 < x -> 0 < y -> 1 - x / y <= ln y - ln x.
Proof.
  intros X Y. assert (Q : 0 < x / y) by (apply Rdiv_lt_0_compat; lra).
  pose proof (exponential (ln (x / y))) as H. rewrite exp_ln in H by auto. rewrite ln_div in H by auto. lra.
Qed.
