(** The Riemann integral of Coquelicot with plain real arithmetic, and indicators. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

(** indicator(t < s) is [ind (Rlt_dec t s)], indicator(s <= t) is [ind (Rle_dec s t)]. *)
Definition ind {P : Prop} (d : {P} + {~ P}) : R := if d then 1 else 0.

Lemma ind_01 {P : Prop} (d : {P} + {~ P}) : 0 <= ind d <= 1.
Proof. destruct d; simpl; lra. Qed.

Definition integrable (f : R -> R) (a b : R) : Prop := ex_RInt (V := R_NormedModule) f a b.
Definition integral (f : R -> R) (a b : R) : R := RInt (V := R_CompleteNormedModule) f a b.

Lemma integral_is f a b x : is_RInt (V := R_NormedModule) f a b x -> integral f a b = x.
Proof. apply (is_RInt_unique (V := R_CompleteNormedModule)). Qed.
Lemma is_integral f a b : integrable f a b -> is_RInt (V := R_NormedModule) f a b (integral f a b).
Proof. apply (RInt_correct (V := R_CompleteNormedModule)). Qed.
Lemma integral_ext f g a b : a <= b -> (forall x, a < x < b -> f x = g x) -> integral f a b = integral g a b.
Proof. intros H E. apply (RInt_ext (V := R_CompleteNormedModule)). rewrite Rmin_left, Rmax_right by lra. auto. Qed.
Lemma integrable_ext f g a b : a <= b -> (forall x, a < x < b -> f x = g x) -> integrable f a b -> integrable g a b.
Proof. intros H E. apply (ex_RInt_ext (V := R_NormedModule)). rewrite Rmin_left, Rmax_right by lra. auto. Qed.
Lemma integrable_const k a b : integrable (fun _ => k) a b.
Proof. apply (ex_RInt_const (V := R_NormedModule)). Qed.
Lemma integral_const k : integral (fun _ => k) 0 1 = k.
Proof. unfold integral. rewrite (RInt_const (V := R_CompleteNormedModule)).
  unfold scal; simpl; unfold mult; simpl; ring. Qed.
Lemma integrable_plus f g a b : integrable f a b -> integrable g a b -> integrable (fun x => f x + g x) a b.
Proof. apply (ex_RInt_plus (V := R_NormedModule)). Qed.
Lemma integrable_scal k f a b : integrable f a b -> integrable (fun x => k * f x) a b.
Proof. apply (ex_RInt_scal (V := R_NormedModule)). Qed.
Lemma integral_plus f g a b : integrable f a b -> integrable g a b ->
  integral (fun x => f x + g x) a b = integral f a b + integral g a b.
Proof. apply (RInt_plus (V := R_CompleteNormedModule)). Qed.
Lemma integral_scal k f a b : integrable f a b -> integral (fun x => k * f x) a b = k * integral f a b.
Proof. apply (RInt_scal (V := R_CompleteNormedModule)). Qed.
Lemma integral_le f g a b : a <= b -> integrable f a b -> integrable g a b ->
  (forall x, a < x < b -> f x <= g x) -> integral f a b <= integral g a b.
Proof. intros. apply RInt_le; auto. Qed.
Lemma integral_join h a b c : integrable h a b -> integrable h b c ->
  integral h a b + integral h b c = integral h a c.
Proof. apply (RInt_Chasles (V := R_CompleteNormedModule)). Qed.
Lemma integral_point h a : integral h a a = 0.
Proof. apply (RInt_point (V := R_CompleteNormedModule)). Qed.
Lemma integrable_part h a b c d : a <= b <= c -> c <= d -> integrable h a d -> integrable h b c.
Proof.
  intros H K I. apply (ex_RInt_Chasles_1 (V := R_CompleteNormedModule)) with d; [lra|].
  apply (ex_RInt_Chasles_2 (V := R_CompleteNormedModule)) with a; [lra|exact I].
Qed.
(** A tie of mass m that begins at the rank b is passed evenly. *)
Lemma integrable_tie h b m : integrable h b (b + m) -> 0 <= m -> integrable (fun x => h (b + x * m)) 0 1.
Proof.
  intros I [M | <-].
  2: { apply integrable_ext with (fun _ => h b); [lra| |apply integrable_const].
    intros; f_equal; ring. }
  apply integrable_ext with (fun x => / m * scal m (h (m * x + b))); [lra| |].
  { intros x _. unfold scal; simpl; unfold mult; simpl. replace (m * x + b) with (b + x * m) by ring.
    field. lra. }
  apply integrable_scal, (ex_RInt_comp_lin (V := R_NormedModule)).
  replace (m * 0 + b) with b by ring. replace (m * 1 + b) with (b + m) by ring. exact I.
Qed.
Lemma integral_tie h b m : integrable h b (b + m) -> 0 <= m ->
  m * integral (fun x => h (b + x * m)) 0 1 = integral h b (b + m).
Proof.
  intros I M. rewrite <- integral_scal by (apply integrable_tie; auto).
  transitivity (integral (fun x => scal m (h (m * x + b))) 0 1).
  { apply integral_ext; [lra|]. intros x _. unfold scal; simpl; unfold mult; simpl. do 2 f_equal; ring. }
  unfold integral. rewrite (RInt_comp_lin (V := R_CompleteNormedModule)).
  - f_equal; ring.
  - replace (m * 0 + b) with b by ring. replace (m * 1 + b) with (b + m) by ring. exact I.
Qed.
Lemma integral_derivative f g a b : a <= b -> (forall x, a <= x <= b -> is_derive f x (g x)) ->
  (forall x, a <= x <= b -> continuous g x) -> integrable g a b /\ integral g a b = f b - f a.
Proof.
  intros H D C. assert (I : is_RInt (V := R_NormedModule) g a b (f b - f a)).
  { apply (is_RInt_derive (V := R_CompleteNormedModule)); intros t; rewrite Rmin_left, Rmax_right by lra; auto. }
  split; [eexists; exact I|now apply integral_is].
Qed.
Lemma integral_ge0 f a b : a <= b -> integrable f a b -> (forall x, a < x < b -> 0 <= f x) -> 0 <= integral f a b.
Proof.
  intros L I P. replace 0 with (integral (fun _ => 0) a b).
  - apply integral_le; auto. apply integrable_const.
  - unfold integral. rewrite (RInt_const (V := R_CompleteNormedModule)). unfold scal; simpl; unfold mult; simpl. ring.
Qed.
(** Continuous functions. *)
Lemma Rmin_continuous (f g : R -> R) x : continuous f x -> continuous g x -> continuous (fun t => Rmin (f t) (g t)) x.
Proof.
  intros Cf Cg. apply (continuous_ext (fun t => (f t + g t - Rabs (f t - g t)) * / 2)).
  { intros t. unfold Rmin, Rabs. destruct Rle_dec, Rcase_abs; lra. }
  apply (continuous_mult (K := R_AbsRing)); [|apply continuous_const].
  apply (continuous_minus (V := R_NormedModule)); [now apply (continuous_plus (V := R_NormedModule))|].
  apply (continuous_comp _ Rabs); [now apply (continuous_minus (V := R_NormedModule))|apply continuous_Rabs].
Qed.
Lemma Rmax_continuous (f g : R -> R) x : continuous f x -> continuous g x -> continuous (fun t => Rmax (f t) (g t)) x.
Proof.
  intros Cf Cg. apply (continuous_ext (fun t => (f t + g t + Rabs (f t - g t)) * / 2)).
  { intros t. unfold Rmax, Rabs. destruct Rle_dec, Rcase_abs; lra. }
  apply (continuous_mult (K := R_AbsRing)); [|apply continuous_const].
  apply (continuous_plus (V := R_NormedModule)); [now apply (continuous_plus (V := R_NormedModule))|].
  apply (continuous_comp _ Rabs); [now apply (continuous_minus (V := R_NormedModule))|apply continuous_Rabs].
Qed.
Lemma continuous_integrable f a b : (forall x, continuous f x) -> integrable f a b.
Proof. intros C. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). auto. Qed.
