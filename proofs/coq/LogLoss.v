(** Log loss, which may be infinite, and means of integrals that it is no less than. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample.
Import ListNotations.
Open Scope R_scope.

(** An example whose score is certain and wrong: 1 in class 0, 0 in class 1. *)
Definition wrong (x : example) : bool :=
  if snd x then (if Req_EM_T (score x) 0 then true else false) else if Req_EM_T (score x) 1 then true else false.

(** LL, in [0, oo]: pi0*E0(-log(1 - s)) + pi1*E1(-log(s)), infinite where an example is certain and wrong. *)
Definition LL (l : sample) (p : bool -> R) : Rbar :=
  if existsb wrong l then p_infty
  else p false * Ek l false (fun s _ => - ln (1 - s)) + p true * Ek l true (fun s _ => - ln s).

(** -ln(1 - t) is the integral of 1/(1 - c) up to t. *)
Lemma below_log g t : integrable g 0 1 -> (forall rank, 0 <= rank <= 1 -> (1 - rank) * g rank <= 1) -> 0 <= t < 1 ->
  integral (fun c => g c * ind (Rlt_dec c t)) 0 1 <= - ln (1 - t).
Proof.
  intros I B T.
  destruct (integral_derivative (fun x => - ln (1 - x)) (fun x => / (1 - x)) 0 t) as [J K]; [lra| | |].
  { intros x X. auto_derive; [lra|]. field. lra. }
  { intros x X. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). auto_derive. lra. }
  assert (Ig : integrable g 0 t) by (apply (integrable_part g 0 0 t 1); auto; lra).
  assert (Below : forall c, 0 < c < t -> g c = g c * ind (Rlt_dec c t)).
  { intros c C. unfold ind. destruct (Rlt_dec c t); lra. }
  assert (Above : forall c, t < c < 1 -> 0 = g c * ind (Rlt_dec c t)).
  { intros c C. unfold ind. destruct (Rlt_dec c t); lra. }
  rewrite <- (integral_join _ 0 t 1).
  - rewrite <- (integral_ext g _ 0 t), <- (integral_ext (fun _ => 0) _ t 1) by (auto; lra).
    replace (integral (fun _ => 0) t 1) with 0.
    2: { unfold integral. rewrite (RInt_const (V := R_CompleteNormedModule)). unfold scal; simpl; unfold mult; simpl. ring. }
    replace (- ln (1 - t)) with (integral (fun x => / (1 - x)) 0 t).
    2: { rewrite K. replace (1 - 0) with 1 by ring. rewrite ln_1. ring. }
    rewrite Rplus_0_r. apply integral_le; auto; [lra|]. intros c C. specialize (B c).
    apply (Rmult_le_reg_l (1 - c)); [lra|]. rewrite Rinv_r by lra. apply B. lra.
  - apply (integrable_ext g); auto. lra.
  - apply (integrable_ext (fun _ => 0)); auto; [lra|apply integrable_const].
Qed.

(** Axiom log_loss. Any g that is Riemann integrable on [0, 1]; any class proportions.
    for_all: (1 - rank)*g(rank) <= 1
    left: pi0*E0(Ec(g(c)*indicator(c < s))) + pi1*E1(Ec(g(c)*indicator(c < 1 - s)))
    relation: <=
    right: LL *)
Theorem log_loss l p g : both_classes l -> unit_scores l -> proportions p -> integrable g 0 1 ->
  (forall rank, 0 <= rank <= 1 -> (1 - rank) * g rank <= 1) ->
  Rbar_le (p false * Ek l false (fun s _ => integral (fun c => g c * ind (Rlt_dec c s)) 0 1) +
    p true * Ek l true (fun s _ => integral (fun c => g c * ind (Rlt_dec c (1 - s))) 0 1)) (LL l p).
Proof.
  intros B U [P0 [P1 _]] I L. unfold LL. destruct (existsb wrong l) eqn:W; [exact Logic.I|]. simpl.
  assert (N : forall x, In x l -> wrong x = false).
  { intros x X. destruct (wrong x) eqn:Y; auto. rewrite <- W. symmetry. apply existsb_exists. eauto. }
  apply Rplus_le_compat; apply Rmult_le_compat_l; try lra; apply sum_le; intros x X; rewrite !integral_const;
    pose proof (U x X); specialize (N x X); unfold wrong in N; unfold share, is; destruct (snd x); simpl; try lra.
  - destruct (Req_EM_T (score x) 1); [discriminate|].
    apply Rmult_le_compat_l; [|apply below_log; auto; lra].
    apply Rlt_le, Rdiv_lt_0_compat; [lra|apply size_pos, B].
  - destruct (Req_EM_T (score x) 0); [discriminate|].
    replace (ln (score x)) with (ln (1 - (1 - score x))) by (f_equal; ring).
    apply Rmult_le_compat_l; [|apply below_log; auto; lra].
    apply Rlt_le, Rdiv_lt_0_compat; [lra|apply size_pos, B].
Qed.
