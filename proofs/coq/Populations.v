(** Axioms on populations, whose scores may be spread over [0, 1] as those of no finite sample are. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Losses.
Open Scope R_scope.

(** A population: for each class any positive linear mean of functions of the score in [0, 1]. [class_mean m k f x]: f has
    the mean x over class k. A finite sample is one, see below. *)
Record population := {
  class_mean : bool -> (R -> R) -> R -> Prop;
  class_mean_one : forall k f x y, class_mean k f x -> class_mean k f y -> x = y;
  class_mean_number : forall k a, class_mean k (fun _ => a) a;
  class_mean_linear : forall k a b f g x y, class_mean k f x -> class_mean k g y ->
    class_mean k (fun s => a * f s + b * g s) (a * x + b * y);
  class_mean_same : forall k f g x, (forall s, 0 <= s <= 1 -> f s = g s) -> class_mean k f x -> class_mean k g x;
  class_mean_le : forall k f g x y, (forall s, 0 <= s <= 1 -> f s <= g s) ->
    class_mean k f x -> class_mean k g y -> x <= y }.

(** The mean over all is that over both classes in their proportions. *)
Definition all_mean (m : population) (p : bool -> R) (f : R -> R) (x : R) : Prop := exists y z,
  class_mean m false f y /\ class_mean m true f z /\ x = p false * y + p true * z.
(** R at a place (t, a): the mean of what has been passed there. *)
Definition rate_of (m : population) (p : bool -> R) (t a r : R) : Prop := all_mean m p (fun s => passed s t a) r.
(** [given even_scores]: the scores of all are uniform on [0, 1], so that g has the mean int_0^1 g. *)
Definition even_population (m : population) (p : bool -> R) : Prop := forall g, integrable g 0 1 ->
  all_mean m p g (integral g 0 1).

Lemma all_mean_one m p f x y : all_mean m p f x -> all_mean m p f y -> x = y.
Proof.
  intros [x0 [x1 [X0 [X1 ->]]]] [y0 [y1 [Y0 [Y1 ->]]]].
  now rewrite (class_mean_one m false f x0 y0 X0 Y0), (class_mean_one m true f x1 y1 X1 Y1).
Qed.
(** Passing evenly spread scores, the rate is the score at which one is. *)
Lemma passed_evenly t a : 0 <= t <= 1 -> integrable (fun s => passed s t a) 0 1 /\ integral (fun s => passed s t a) 0 1 = t.
Proof.
  intros T. assert (I : is_RInt (V := R_NormedModule) (fun s => passed s t a) 0 1 (plus (scal (t - 0) 1) (scal (1 - t) 0))).
  { apply (is_RInt_Chasles (V := R_NormedModule)) with t.
    - apply (is_RInt_ext (V := R_NormedModule) (fun _ => 1)); [|apply (is_RInt_const (V := R_NormedModule))].
      rewrite Rmin_left, Rmax_right by lra. intros s S. rewrite passed_below; [reflexivity|lra].
    - apply (is_RInt_ext (V := R_NormedModule) (fun _ => 0)); [|apply (is_RInt_const (V := R_NormedModule))].
      rewrite Rmin_left, Rmax_right by lra. intros s S. rewrite passed_above; [reflexivity|lra]. }
  split; [eexists; exact I|]. rewrite (integral_is _ _ _ _ I). unfold plus, scal; simpl; unfold mult; simpl. ring.
Qed.

(** Axiom even_scores. In any population, at any class proportions, at each place (s, a): R has a value there, and this one.
    given: even_scores
    left: R(s)
    relation: ==
    right: s *)
Theorem even_scores m p s a : even_population m p -> 0 <= s <= 1 -> forall r, rate_of m p s a r <-> r = s.
Proof.
  intros H S r. destruct (passed_evenly s a S) as [I J]. pose proof (H _ I) as K. rewrite J in K. split.
  - intros Hr. exact (all_mean_one m p _ r s Hr K).
  - intros ->. exact K.
Qed.

(** Axiom even_thresholds. (t, a) is threshold_at(r), a place in [0, 1] at which R is r; r is such a place.
    given: even_scores
    left: threshold_at(r)
    relation: ==
    right: r *)
Theorem even_thresholds m p r t a : even_population m p -> 0 <= r <= 1 -> 0 <= t <= 1 -> rate_of m p t a r <-> t = r.
Proof.
  intros H Hr Ht. split.
  - intros K. symmetry. now apply (even_scores m p t a H Ht).
  - intros ->. now apply (even_scores m p r a H Hr).
Qed.

(** A finite sample is a population. *)
Definition sample_population (l : sample) : both_classes l -> unit_scores l -> population.
Proof.
  intros B U. refine {| class_mean := fun k f x => x = Ek l k (fun s _ => f s) |}.
  - intros k f x y -> ->. reflexivity.
  - intros k a. unfold Ek. rewrite (mean_const l (share l k) a); auto. now apply share_counts.
  - intros k a b f g x y -> ->. unfold Ek. rewrite !(mean_plain l (share l k)), <- !sum_scal, <- sum_plus.
    apply sum_ext. intros; ring.
  - intros k f g x E ->. apply sum_ext. intros y Y. now rewrite !integral_const, (E (score y) (U y Y)).
  - intros k f g x y L -> ->. apply mean_le; [now apply share_counts|apply has_mean_plain|apply has_mean_plain|].
    intros z a Z _. apply L, U, Z.
Defined.
(** There is one whose scores are even: those of both classes are uniform. *)
Definition uniform_population : population.
Proof.
  refine {| class_mean := fun _ f x => is_RInt (V := R_NormedModule) f 0 1 x |}.
  - intros k f x y. apply is_RInt_unique_value.
  - intros k a. apply is_RInt_const01.
  - intros k a b f g x y. apply is_RInt_linear.
  - intros k f g x. apply is_RInt_same.
  - intros k f g x y. apply is_RInt_mono.
Defined.
Lemma uniform_population_even p : proportions p -> even_population uniform_population p.
Proof.
  intros [_ [_ S]] g I. exists (integral g 0 1), (integral g 0 1). repeat split; try now apply is_integral.
  replace (integral g 0 1) with ((p false + p true) * integral g 0 1) at 1 by (rewrite S; ring). ring.
Qed.
