(** For documents: densities of the cost proportion that are written out, and their means cell by cell. *)
Require Import Reals Lra Lia List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Ranks Least Losses Distances Hull Cutpoints Lines Averages Beta Readings Rates Shapes Ranges.
Import ListNotations.
Open Scope R_scope.

(** w is a density on (0, 1); what it is elsewhere does not matter. *)
Definition is_density (w : R -> R) : Prop := (forall c, 0 < c < 1 -> 0 <= w c) /\ improper w 1.
Definition weighted_expects (w : R -> R) (f : R -> R -> R) (x : R) : Prop := exists g : R -> R,
  (forall c, 0 <= c <= 1 -> is_RInt (V := R_NormedModule) (f c) 0 1 (g c)) /\ improper (fun c => g c * w c) x.
(** The law of c that has the density w, which may be unbounded at 0 and at 1 alone, u being uniform and independent of c;
    where w is none, c is uniform. *)
Definition with_density (w : R -> R) : density.
Proof.
  refine {| expects := fun f x => is_density w /\ weighted_expects w f x \/ ~ is_density w /\ expects uniform f x |}.
  - intros f x y [[D [g [G X]]] | [N X]] [[D' [h [H Y]]] | [N' Y]]; try contradiction; [|now apply (expects_one uniform f)].
    apply (improper_one (fun c => g c * w c)); auto. apply (improper_same (fun c => h c * w c)); auto. intros c C.
    now rewrite (is_RInt_unique_value (f c) (h c) (g c) (H c (ltac:(lra))) (G c (ltac:(lra)))).
  - intros k. destruct (Classical_Prop.classic (is_density w)) as [D|N]; [left|right]; (split; [assumption|]).
    + exists (fun _ => k). split; [intros; apply is_RInt_const01|]. destruct D as [_ I].
      pose proof (improper_linear w w 1 1 k 0 I I) as J. replace (k * 1 + 0 * 1) with k in J by ring.
      revert J. apply improper_same. intros; ring.
    + apply (expects_number uniform k).
  - intros a b f g x y [[D [f' [F X]]] | [N X]] [[D' [g' [G Y]]] | [N' Y]]; try contradiction; [left|right]; (split; [assumption|]).
    + exists (fun c => a * f' c + b * g' c). split; [intros c C; apply is_RInt_linear; auto|].
      apply (improper_same (fun c => a * (f' c * w c) + b * (g' c * w c))); [intros; ring|]. now apply improper_linear.
    + now apply expects_linear.
  - intros f g x H [[D [f' [F X]]] | [N X]]; [left|right]; (split; [assumption|]).
    + exists f'. split; auto. intros c C. apply (is_RInt_same (f c)); auto.
    + exact (expects_same uniform f g x H X).
  - intros f g x y H [[D [f' [F X]]] | [N X]] [[D' [g' [G Y]]] | [N' Y]]; try contradiction; [|exact (expects_le uniform f g x y H X Y)].
    apply (improper_le (fun c => f' c * w c) (fun c => g' c * w c)); auto. intros c C. apply Rmult_le_compat_r; [now apply D|].
    apply (is_RInt_mono (f c) (g c)); auto; [intros; apply H; lra|apply F; lra|apply G; lra].
Defined.
Lemma with_density_expects w g x : is_density w -> improper (fun c => g c * w c) x -> expects (with_density w) (fun c u => g c) x.
Proof. intros D X. left. split; auto. exists g. split; auto. intros. apply is_RInt_const01. Qed.
Lemma with_density_even_rank w : even_rank (with_density w).
Proof.
  intros f g x H. destruct (Classical_Prop.classic (is_density w)) as [D|N].
  - split; (intros [[_ [h [Hh X]]] | [N _]]; [|contradiction]); left; (split; [assumption|]); exists g.
    + split; [intros; apply is_RInt_const01|]. apply (improper_same (fun c => h c * w c)); auto. intros c C. f_equal.
      apply (is_RInt_unique_value (f c)); [apply Hh|apply H]; lra.
    + split; auto. apply (improper_same (fun c => h c * w c)); auto. intros c C. f_equal.
      apply (is_RInt_unique_value (fun _ => g c)); [apply Hh; lra|apply is_RInt_const01].
  - split; (intros [[D _] | [_ X]]; [contradiction|]); right; (split; [assumption|]).
    + now apply (uniform_even_rank f g x H).
    + now apply (uniform_even_rank f g x H).
Qed.

(** * Cells *)

(** A cell ends at a number; there is a function on it, and an antiderivative of this. *)
Definition cell : Type := R * (R -> R) * (R -> R).
(** Between a and 1, f is in each cell its function, which is continuous in the cell with its ends, but for 0 and 1, where
    the antiderivative is. *)
Fixpoint in_cells (f : R -> R) (a : R) (cells : list cell) : Prop :=
  match cells with
  | [] => a = 1
  | (b, P, h) :: r => a <= b <= 1 /\ (forall c, a < c < b -> f c = h c) /\
      (forall c, 0 < c < 1 -> a <= c <= b -> is_derive P c (h c)) /\ (forall c, 0 < c < 1 -> a <= c <= b -> continuous h c) /\
      continuous P a /\ continuous P b /\ in_cells f b r
  end.
Fixpoint cells_value (a : R) (cells : list cell) : R :=
  match cells with [] => 0 | (b, P, _) :: r => P b - P a + cells_value b r end.
(** The integral from a to x. *)
Fixpoint up_to (a : R) (cells : list cell) (x : R) : R :=
  match cells with [] => 0 | (b, P, _) :: r => if Rle_dec x b then P x - P a else P b - P a + up_to b r x end.
Lemma up_to_start f cells : forall a, in_cells f a cells -> up_to a cells a = 0.
Proof. destruct cells as [|[[b P] h] r]; intros a C; simpl; auto. destruct C as [L _]. destruct (Rle_dec a b); lra. Qed.
Lemma cells_value_1 f cells : in_cells f 1 cells -> cells_value 1 cells = 0.
Proof.
  induction cells as [|[[b P] h] r IH]; simpl; auto. intros [L [_ [_ [_ [_ [_ C]]]]]]. assert (b = 1) by lra. subst b.
  rewrite IH by exact C. ring.
Qed.
Lemma up_to_integral f cells : forall a, in_cells f a cells -> forall r q, a <= r -> 0 < r -> r <= q -> q < 1 ->
  integrable f r q /\ integral f r q = up_to a cells q - up_to a cells r.
Proof.
  induction cells as [|[[b P] h] rest IH]; intros a C r q A R0 L Q1; simpl in C; [lra|].
  destruct C as [Hb [E [D [K [_ [_ C]]]]]]. simpl.
  assert (In : forall x y, r <= x -> x <= y -> y <= q -> y <= b -> integrable f x y /\ integral f x y = P y - P x).
  { intros x y X XY Y YB. destruct (integral_derivative P h x y) as [I J]; auto; [intros; apply D; lra|intros; apply K; lra|].
    split; [apply integrable_ext with h; auto; intros; symmetry; apply E; lra|]. rewrite <- J. apply integral_ext; auto.
    intros; apply E; lra. }
  destruct (Rle_dec q b) as [Hq|Hq]; destruct (Rle_dec r b) as [Hr|Hr]; try lra.
  - destruct (In r q) as [I J]; try lra. split; auto. rewrite J. ring.
  - destruct (In r b) as [I J]; try lra. assert (B0 : 0 < b) by lra.
    destruct (IH b C b q) as [I' J']; try lra. rewrite (up_to_start f rest b C) in J'. split.
    + apply (ex_RInt_Chasles (V := R_NormedModule)) with b; auto.
    + rewrite <- (integral_join f r b q) by auto. rewrite J, J'. ring.
  - destruct (IH b C r q) as [I J]; try lra. split; auto. rewrite J. ring.
Qed.
Lemma near (P : R -> R) z e : continuous P z -> 0 < e -> exists d, 0 < d /\ forall v, Rabs (v - z) < d -> Rabs (P v - P z) < e.
Proof.
  intros Z E. destruct (Z (fun y => Rabs (y - P z) < e)) as [d H].
  - exists (mkposreal e E). intros y Y. exact Y.
  - exists d. split; [apply cond_pos|]. intros v V. apply H. exact V.
Qed.
Lemma up_to_0 f cells e : 0 < e -> forall a, in_cells f a cells -> a < 1 -> exists d, 0 < d /\ forall x, a < x < a + d -> Rabs (up_to a cells x) < e.
Proof.
  intros E. induction cells as [|[[b P] h] r IH]; intros a C A; simpl in C; [lra|].
  destruct C as [Hb [_ [_ [_ [Ca [_ C]]]]]]. simpl. destruct (Rle_dec b a) as [H|H].
  - assert (b = a) by lra. subst b. destruct (IH a C A) as [d [D K]]. exists d. split; auto. intros x X.
    destruct (Rle_dec x a); [lra|]. replace (P a - P a + up_to a r x) with (up_to a r x) by ring. now apply K.
  - destruct (near P a e Ca E) as [d [D K]]. exists (Rmin d (b - a)). split; [apply Rmin_glb_lt; lra|]. intros x X.
    pose proof (Rmin_l d (b - a)). pose proof (Rmin_r d (b - a)). destruct (Rle_dec x b); [|lra]. apply K. rewrite Rabs_pos_eq; lra.
Qed.
Lemma up_to_1 f cells e : 0 < e -> forall a, in_cells f a cells -> exists d, 0 < d /\ forall x, a <= x -> 1 - d < x < 1 ->
  Rabs (up_to a cells x - cells_value a cells) < e.
Proof.
  intros E. induction cells as [|[[b P] h] r IH]; intros a C; simpl in C.
  - exists 1. split; [lra|]. intros; lra.
  - destruct C as [Hb [_ [_ [_ [_ [Cb C]]]]]]. simpl. destruct (Rlt_dec b 1) as [H|H].
    + destruct (IH b C) as [d [D K]]. exists (Rmin d (1 - b)). split; [apply Rmin_glb_lt; lra|]. intros x A X.
      pose proof (Rmin_l d (1 - b)). pose proof (Rmin_r d (1 - b)). destruct (Rle_dec x b); [lra|].
      replace (P b - P a + up_to b r x - (P b - P a + cells_value b r)) with (up_to b r x - cells_value b r) by ring. apply K; lra.
    + assert (b = 1) by lra. subst b. destruct (near P 1 e Cb E) as [d [D K]]. exists d. split; auto. intros x A X.
      rewrite (cells_value_1 f r C). destruct (Rle_dec x 1); [|lra].
      replace (P x - P a - (P 1 - P a + 0)) with (P x - P 1) by ring. apply K. rewrite Rabs_left; lra.
Qed.
Lemma improper_in_cells f cells : in_cells f 0 cells -> improper f (cells_value 0 cells).
Proof.
  intros C. split; [intros r q R0 L Q1; apply (up_to_integral f cells 0 C); lra|]. intros e E.
  destruct (up_to_0 f cells (e / 2) (ltac:(lra)) 0 C (ltac:(lra))) as [d [D K]].
  destruct (up_to_1 f cells (e / 2) (ltac:(lra)) 0 C) as [d' [D' K']]. exists (Rmin (1 / 2) (Rmin d d')).
  pose proof (Rmin_l (1 / 2) (Rmin d d')). pose proof (Rmin_r (1 / 2) (Rmin d d')). pose proof (Rmin_l d d'). pose proof (Rmin_r d d').
  split; [split; [repeat apply Rmin_glb_lt; lra|lra]|]. intros r q Hr Hq.
  rewrite (proj2 (up_to_integral f cells 0 C r q (ltac:(lra)) (ltac:(lra)) (ltac:(lra)) (ltac:(lra)))).
  pose proof (K r (ltac:(lra))) as X. pose proof (K' q (ltac:(lra)) (ltac:(lra))) as Y. apply Rabs_def2 in X, Y. apply Rabs_le. lra.
Qed.
(** Times a function that is continuous between finitely many cuts it is integrable inside of (0, 1). *)
Fixpoint ends (cells : list cell) : list R := match cells with [] => [] | (b, _, _) :: r => b :: ends r end.
Lemma in_cells_between f cells x y : 0 < x -> x < y -> y < 1 -> forall a, in_cells f a cells -> a <= x ->
  between (ends cells) x y -> continuous_between f x y.
Proof.
  intros X L Y. induction cells as [|[[b P] h] r IH]; intros a C A B; simpl in C; [lra|].
  destruct C as [Hb [E [_ [K [_ [_ C]]]]]]. destruct (B b (or_introl eq_refl)) as [H|H].
  - apply (IH b C H). intros q Q. apply B. now right.
  - exists (fun c => h (Rmax x (Rmin y c))). split.
    + intros t. apply (continuous_comp (fun c => Rmax x (Rmin y c)) h).
      * apply Rmax_continuous; [apply continuous_const|]. apply Rmin_continuous; [apply continuous_const|apply continuous_id].
      * pose proof (Rmax_l x (Rmin y t)). assert (Rmax x (Rmin y t) <= y) by (apply Rmax_lub; [lra|apply Rmin_l]). apply K; lra.
    + intros t T. rewrite Rmin_right, Rmax_right by lra. apply E. lra.
Qed.
Lemma in_cells_times f cells G r q : in_cells f 0 cells -> piecewise G -> 0 < r -> r <= q -> q < 1 ->
  integrable (fun c => G c * f c) r q.
Proof.
  intros C [cuts H] R0 L Q1. apply (piecewise_part _ (cuts ++ ends cells)); auto. intros x y X XY Y B.
  destruct (H x y XY) as [g [G1 G2]]; [intros z Z; apply B, in_or_app; auto|].
  destruct (in_cells_between f cells x y (ltac:(lra)) XY (ltac:(lra)) 0 C (ltac:(lra))) as [k [K1 K2]]; [intros z Z; apply B, in_or_app; auto|].
  exists (fun t => g t * k t). split; [intros; now apply (continuous_mult (K := R_AbsRing))|]. intros t T. now rewrite G2, K2.
Qed.

(** * What is written out *)

Section Written.
Variables (w : R -> R) (cells : list cell).
Hypothesis C : in_cells w 0 cells.
Lemma is_density_in_cells : (forall c, 0 < c < 1 -> 0 <= w c) -> cells_value 0 cells = 1 -> is_density w.
Proof. intros P V. split; auto. rewrite <- V. now apply improper_in_cells. Qed.
Hypothesis D : is_density w.
Lemma has_Ec_with_density G : piecewise G -> has_Ec (with_density w) (fun c u => G c).
Proof.
  intros P. destruct (piecewise_bounded G P) as [M [M0 H]]. destruct D as [W I].
  destruct (improper_exists (fun c => (G c + M) * w c) (2 * M)) as [y [Y _]].
  - intros r q R0 L Q1. apply (in_cells_times w cells (fun c => G c + M)); auto. apply piecewise_plus; auto. apply piecewise_const.
  - intros c Hc. apply Rmult_le_pos; [|now apply W]. pose proof (H c (ltac:(lra))) as K. apply Rabs_le_between in K. lra.
  - intros r q R0 L Q1. pose proof (improper_above w 1 r q W I R0 L Q1).
    assert (Iw : integrable w r q) by (apply I; auto).
    apply Rle_trans with (integral (fun c => 2 * M * w c) r q).
    + apply integral_le; auto.
      * apply (in_cells_times w cells (fun c => G c + M)); auto. apply piecewise_plus; auto. apply piecewise_const.
      * now apply integrable_scal.
      * intros c Hc. apply Rmult_le_compat_r; [apply W; lra|]. pose proof (H c (ltac:(lra))) as K. apply Rabs_le_between in K. lra.
    + rewrite integral_scal by auto. nra.
  - exists (1 * y + (- M) * 1). apply (with_density_expects w G); [exact D|].
    apply (improper_same (fun c => 1 * ((G c + M) * w c) + (- M) * w c)); [intros; ring|]. now apply improper_linear.
Qed.
Ltac written_valued := match goal with
  | |- has_Ec (with_density w) (fun c u => @?G c) => apply (has_Ec_with_density G); cbv beta; pieces_in_c end.
Lemma lawful_with_density (f : R -> R) : (forall c, f c = (f 1 - f 0) * c + f 0) -> lawful (with_density w) (fun c u => f c).
Proof. intros F. split; intros; written_valued. apply piecewise_affine_above. intros t. rewrite (F t). ring. Qed.
Lemma lawful_with_density_of_u (f : R -> R) : (forall c, f c = (f 1 - f 0) * c + f 0) -> lawful (with_density w) (fun c u => f u).
Proof.
  intros F. split; intros; [written_valued|].
  refine (proj1 (even_products _ _ [(1, (fun c => c ^ j), (fun u => above (s - f u)))] (with_density_even_rank w) _ _)).
  - intros c u K. cbn [products]. ring.
  - intros t [<- | []]. cbn [fst snd]. split; [written_valued|]. apply piecewise_affine_above. intros t. rewrite (F t). ring.
Qed.
Lemma lawful_rates_with_density (f : R -> R) : (forall c, f c = (f 1 - f 0) * c + f 0) -> lawful_rates (with_density w) (fun c u => f c).
Proof.
  intros F. pose proof (piecewise_of_affine f F). split; [|split; [|split]]; intros; written_valued; auto.
  apply piecewise_affine_above. intros t. rewrite (F t). ring.
Qed.
Lemma lawful_rates_with_density_of_u (f : R -> R) : (forall c, f c = (f 1 - f 0) * c + f 0) -> lawful_rates (with_density w) (fun c u => f u).
Proof.
  intros F. pose proof (piecewise_of_affine f F).
  assert (Pr : forall j g, piecewise g -> has_Ec (with_density w) (fun c u => c ^ j * g u)).
  { intros j g G. refine (proj1 (even_products _ _ [(1, (fun c => c ^ j), g)] (with_density_even_rank w) _ _)).
    - intros c u K. cbn [products]. ring.
    - intros t [<- | []]. cbn [fst snd]. split; [written_valued|exact G]. }
  split; [intros; written_valued|]. split; [intros; now apply Pr|]. split; intros r j.
  - apply (Pr j (fun u => above (r - f u))). apply piecewise_affine_above. intros t. rewrite (F t). ring.
  - apply (Pr j (fun u => Rmax (r - f u) 0)). pieces_in_c. auto.
Qed.
(** The mean of f, cell by cell. *)
Lemma Ec_with_density f g mine x : (forall c u, conditions c u -> g c u = f c) -> in_cells (fun c => f c * w c) 0 mine ->
  cells_value 0 mine = x -> Ec (with_density w) g = x.
Proof.
  intros G I <-. apply Ec_is. apply (expects_same (with_density w) (fun c u => f c)); [intros c u Hc Hu; symmetry; apply G; now split|].
  apply with_density_expects; [exact D|]. now apply improper_in_cells.
Qed.
End Written.

(** * What closes a line *)

Lemma ln_gt_0 x : 1 < x -> 0 < ln x.
Proof. intros X. rewrite <- ln_1. apply ln_increasing; lra. Qed.
Ltac in_cells_valued := match goal with C : in_cells ?w 0 _, D : is_density ?w |- has_Ec (with_density ?w) (fun c u => @?G c) =>
  apply (has_Ec_with_density w _ C D G); cbv beta; pieces_in_c end.
Ltac valued := each ltac:(first [ any_valued | in_cells_valued ]).
Ltac even_valued := each ltac:(split; [cbv beta; first [ any_even_valued | in_cells_valued ] | pieces_in_c]).
(** Logarithms are written as in what is known to be positive. *)
Ltac as_known := repeat match goal with H : 0 < ?m |- context [ln ?x] => match m with context [ln ?y] =>
  tryif constr_eq x y then fail else replace (ln x) with (ln y) by (f_equal; lra) end end.
(** What y is once it is put between two numbers. *)
Definition put_between (a b y z : R) : Prop := a <= z <= b /\ (z <= y \/ z = a) /\ (y <= z \/ z = b).
Ltac put_between := scores_known; unfold put_between, Rmax; repeat destruct Rle_dec; lra.
Ltac cut_at z := let t := fresh "z" in set (t := z) in *; clearbody t.
Ltac in_each_case := repeat match goal with H : _ \/ _ |- _ => destruct H; try (exfalso; lra) end.

Ltac not_negative := let c := fresh "c" in let C := fresh "C" in intros c C; cbv beta; unfold above, ind, Rmax, Rmin, Rdiv;
  repeat (destruct Rlt_dec; try (exfalso; lra)); repeat (destruct Rle_dec; try (exfalso; lra)); as_known;
  try match goal with |- 0 <= ?x => replace x with 0 by ring; lra end;
  repeat first [ lra | assumption | apply Rplus_le_le_0_compat | apply Rmult_le_pos | apply Rmult_lt_0_compat | apply Rlt_le, Rinv_0_lt_compat
    | apply Rinv_0_lt_compat | apply pow_lt | apply pow_le | apply sqrt_lt_R0 | apply sqrt_pos | (apply ln_gt_0; lra) | nra ].
Ltac with_roots yes no := tryif (match goal with |- context [sqrt _] => idtac end) then first [yes | no] else no.
Ltac cell_by_cell := scores_known; unfold put_between in *; cbn [in_cells]; repeat match goal with
  | |- _ /\ _ => split | H : _ /\ _ |- _ => destruct H end; cbv beta;
  let c := fresh "c" in let K := fresh "K" in lazymatch goal with
  | |- continuous _ _ => with_roots ltac:(solve [by_parts]) continued
  | |- forall c, _ -> _ -> is_derive _ _ _ => intros c ? K; auto_derive; [apart | with_roots rooted ltac:(field; apart)]
  | |- forall c, _ -> _ -> continuous _ _ => intros c ? K; with_roots ltac:(solve [by_parts]) continued
  | |- forall c, _ -> _ = _ => intros c K; in_each_case; settled; as_known; with_roots rooted fielded
  | |- _ => lra end.
Ltac added_up := scores_known; cbn [cells_value]; cbv beta; alike ln; as_known; first
  [ solve [evaluated] | unfold Rmax; repeat (destruct Rle_dec; try (exfalso; lra)); as_known; first [ solve [evaluated] | lra | nra ] ].
