(** Axioms on the operating condition that say what an assumption is; every rate is attained. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Losses.
Import ListNotations.
Open Scope R_scope.

(** [given matched]: the condition has the mean T where the threshold is T. A conditional mean is defined so: multiplied
    by any function of T, both have the same mean. *)
Definition matched_threshold (w : density) (T : R -> R -> R) : Prop := forall (g : R -> R) x,
  expects w (fun c u => c * g (T c u)) x <-> expects w (fun c u => T c u * g (T c u)) x.

(** Axiom matched. The hypothesis. Any g; either side has the value x if the other has.
    given: matched
    left: Ec(c*g(T), w)
    relation: ==
    right: Ec(T*g(T), w) *)
Theorem matched w T (g : R -> R) x : matched_threshold w T ->
  expects w (fun c u => c * g (T c u)) x <-> expects w (fun c u => T c u * g (T c u)) x.
Proof. auto. Qed.

(** [given uniform_rate]: the law of T is the uniform one, under which g has the mean int_0^1 g. *)
Definition uniform_law (T : R -> R -> R) : Prop := forall g, integrable g 0 1 ->
  expects uniform (fun c u => g (T c u)) (integral g 0 1).

(** Axiom uniform_rate. The hypothesis. Any h that is Riemann integrable on [0, 1] at each place (s, a).
    given: uniform_rate
    left: Ec(h(T))
    relation: ==
    right: Ec(h(c)) *)
Theorem uniform_rate T (h : R -> R -> R -> R) s a x : uniform_law T -> integrable (h s a) 0 1 ->
  expects uniform (fun c u => h s a (T c u)) x <-> expects uniform (fun c _ => h s a c) x.
Proof.
  intros H I. assert (J : expects uniform (fun c _ => h s a c) (integral (h s a) 0 1)).
  { exists (h s a). split; [intros; apply is_RInt_const01|now apply is_integral]. }
  split; intros K.
  - replace x with (integral (h s a) 0 1); auto. eapply expects_one; [apply (H (h s a) I)|exact K].
  - replace x with (integral (h s a) 0 1); [apply (H (h s a) I)|]. eapply expects_one; [exact J|exact K].
Qed.

(** threshold_at(r) is somewhere: at each rate there is a place. *)
Theorem place_of_rate l p r : both_classes l -> proportions p -> 0 <= r <= 1 ->
  exists t a, 0 <= a <= 1 /\ Rate l p t a = r.
Proof.
  intros B P Hr. pose proof (weight_counts l p B P) as C. set (v := weight l p) in *.
  set (D := filter (fun x => if Rle_dec (lower l v (score x)) r then true else false) l).
  destruct (least_of l score) as [y [Y Ly]]; [intros ->; destruct (B true) as [x [[] _]]|].
  assert (Ny : In y D).
  { apply filter_In. split; auto. destruct (Rle_dec (lower l v (score y)) r) as [|N]; auto. exfalso. apply N.
    replace (lower l v (score y)) with 0; [lra|]. symmetry. transitivity (sum l (fun _ => 0)); [|apply sum_zero].
    apply sum_ext. intros x X. pose proof (Ly x X). unfold ind. destruct (Rlt_dec (score x) (score y)); [lra|ring]. }
  destruct (greatest_of D score) as [z [Z G]]; [intros Q; rewrite Q in Ny; destruct Ny|].
  apply filter_In in Z as [Z Zr]. destruct (Rle_dec (lower l v (score z)) r) as [Lz|]; [clear Zr|discriminate].
  set (t := score z) in *. set (L := lower l v t) in *. set (M := tied l v t).
  assert (M0 : 0 < M).
  { apply sum_pos with z; auto.
    - intros x _. pose proof (weight_pos l p x B P). fold (v x) in H. pose proof (ind_01 (Req_EM_T (score x) t)). nra.
    - unfold ind. destruct (Req_EM_T (score z) t) as [|N]; [|now destruct N]. pose proof (weight_pos l p z B P). fold (v z) in H. lra. }
  enough (U : r <= L + M).
  { exists t, ((r - L) / M). assert (K : (r - L) / M * M = r - L) by (field; lra). split.
    - split; [apply Rdiv_le_0_compat; lra|]. apply Rmult_le_reg_r with M; lra.
    - unfold Rate. fold v. rewrite cdf_tie. fold L M. lra. }
  assert (Full : L + M = cdf l v t 1) by (rewrite cdf_tie; unfold L, M; ring). rewrite Full.
  destruct (filter (fun x => if Rlt_dec t (score x) then true else false) l) as [|d ds] eqn:Up.
  - replace (cdf l v t 1) with 1; [lra|]. transitivity (sum l v); [symmetry; apply (proj2 C)|]. apply sum_ext. intros x X.
    rewrite passed_threshold. unfold ind. destruct (Rlt_dec t (score x)) as [K|]; [|ring]. exfalso.
    assert (I : In x (filter (fun x => if Rlt_dec t (score x) then true else false) l)).
    { apply filter_In. split; auto. destruct (Rlt_dec t (score x)); auto. }
    rewrite Up in I. destruct I.
  - destruct (least_of (d :: ds) score) as [q [Q Lq]]; [discriminate|]. rewrite <- Up in Q, Lq.
    apply filter_In in Q as [Q Qt]. destruct (Rlt_dec t (score q)) as [K|]; [|discriminate].
    replace (cdf l v t 1) with (lower l v (score q)).
    + apply Rnot_lt_le. intros N. assert (I : In q D).
      { apply filter_In. split; auto. destruct (Rle_dec (lower l v (score q)) r); auto. exfalso. lra. }
      pose proof (G q I). lra.
    + apply sum_ext. intros x X. f_equal. rewrite passed_threshold. unfold ind.
      destruct (Rlt_dec (score x) (score q)), (Rlt_dec t (score x)) as [K'|]; try lra; exfalso.
      assert (score q <= score x); [|lra]. apply Lq, filter_In. split; auto. destruct (Rlt_dec t (score x)); auto.
Qed.
