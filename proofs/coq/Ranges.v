(** For documents: the cost proportion uniform on an interval, and its means by antiderivatives, which may be improper. *)
Require Import Reals Lra Lia List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Ranks Least Losses Distances Hull Cutpoints Lines Averages Beta Readings Rates Shapes.
Import ListNotations.
Open Scope R_scope.

(** The law of a + (b - a) c, where c has the law w. *)
Definition moved (a b : R) (A : 0 <= a) (L : a < b) (B : b <= 1) (w : density) : density.
Proof.
  assert (In : forall v, 0 <= v <= 1 -> 0 <= a + (b - a) * v <= 1) by (intros; nra).
  refine {| expects := fun f x => expects w (fun v u => f (a + (b - a) * v) u) x |}.
  - intros f x y. apply expects_one.
  - intros k. apply (expects_number w k).
  - intros m n f g x y X Y. apply (expects_linear w m n _ _ x y X Y).
  - intros f g x H. apply expects_same. intros c u C U. now apply H; [apply In|].
  - intros f g x y H. apply expects_le. intros c u C U. now apply H; [apply In|].
Defined.
(** Uniform on [a, b], and on [0, 1] where 0 <= a < b <= 1 is not so. *)
Definition uniform_on (a b : R) : density :=
  match Rle_dec 0 a, Rlt_dec a b, Rle_dec b 1 with
  | left A, left L, left B => moved a b A L B (beta_of 1 1)
  | _, _, _ => uniform
  end.
Lemma uniform_on_expects a b f x : 0 <= a -> a < b -> b <= 1 ->
  expects (beta_of 1 1) (fun v u => f (a + (b - a) * v) u) x -> expects (uniform_on a b) f x.
Proof.
  intros A L B X. unfold uniform_on. destruct (Rle_dec 0 a); [|contradiction]. destruct (Rlt_dec a b); [|contradiction].
  destruct (Rle_dec b 1); [exact X|contradiction].
Qed.
Lemma uniform_on_even_rank a b : even_rank (uniform_on a b).
Proof.
  unfold uniform_on. destruct (Rle_dec 0 a) as [A|]; [destruct (Rlt_dec a b) as [L|]; [destruct (Rle_dec b 1) as [B|]|]|]; try apply uniform_even_rank.
  intros f g x H. apply (beta_of_even_rank 1 1 (fun v u => f (a + (b - a) * v) u) (fun v => g (a + (b - a) * v))).
  intros c C. apply H. nra.
Qed.

(** An antiderivative that is continuous up to the ends. *)
Lemma improper_derivative (P f : R -> R) : (forall v, 0 < v < 1 -> is_derive P v (f v)) ->
  (forall v, 0 < v < 1 -> continuous f v) -> continuous P 0 -> continuous P 1 -> improper f (P 1 - P 0).
Proof.
  intros D C C0 C1. assert (I : forall r q, 0 < r -> r <= q -> q < 1 -> integrable f r q /\ integral f r q = P q - P r).
  { intros r q R0 L Q1. destruct (integral_derivative P f r q) as [I J]; auto; intros; [apply D|apply C]; lra. }
  split; [intros; now apply I|]. intros e E0.
  assert (N : forall z, continuous P z -> exists d, 0 < d /\ forall v, Rabs (v - z) < d -> Rabs (P v - P z) < e / 2).
  { intros z Z. destruct (Z (fun y => Rabs (y - P z) < e / 2)) as [d H].
    - exists (mkposreal (e / 2) (ltac:(lra))). intros y Y. exact Y.
    - exists d. split; [apply cond_pos|]. intros v V. apply H. exact V. }
  destruct (N 0 C0) as [d0 [D0 H0]], (N 1 C1) as [d1 [D1 H1]]. exists (Rmin (1 / 2) (Rmin d0 d1)).
  pose proof (Rmin_l (1 / 2) (Rmin d0 d1)). pose proof (Rmin_r (1 / 2) (Rmin d0 d1)).
  pose proof (Rmin_l d0 d1). pose proof (Rmin_r d0 d1).
  split; [split; [repeat apply Rmin_glb_lt; lra|lra]|]. intros r q Hr Hq.
  rewrite (proj2 (I r q (ltac:(lra)) (ltac:(lra)) (ltac:(lra)))).
  assert (K0 : Rabs (P r - P 0) < e / 2) by (apply H0; rewrite Rabs_pos_eq; lra).
  assert (K1 : Rabs (P q - P 1) < e / 2) by (apply H1; rewrite Rabs_left; lra).
  apply Rabs_def2 in K0, K1. apply Rabs_le. lra.
Qed.
Lemma expects_beta_11 g x : improper g x -> expects (beta_of 1 1) (fun c u => g c) x.
Proof.
  intros X. destruct (beta_of_is 1 1) as [A [B ->]]; [lra|lra|].
  assert (W : forall c, 0 < c < 1 -> 1 = beta_weight 1 1 c).
  { intros c C. unfold beta_weight. replace (1 - 1) with 0 by ring. rewrite !Rpower_O by lra. ring. }
  exists g, x, 1. split; [intros; apply is_RInt_const01|]. split; [|split; [|field]].
  - apply (improper_same g); auto. intros c C. rewrite <- W by auto. ring.
  - apply (improper_same (fun _ => 1)); auto. pose proof (improper_derivative (fun c => c) (fun _ => 1)) as I. cbv beta in I.
    replace (1 - 0) with 1 in I by ring. apply I; [| |apply continuous_id|apply continuous_id].
    + intros v _. apply (is_derive_id (K := R_AbsRing)).
    + intros v _. apply continuous_const.
Qed.

Section Range.
Variables a b : R.
Hypotheses (A : 0 <= a) (L : a < b) (B : b <= 1).
(** P is an antiderivative of the density 1/(b - a) times f inside of (a, b), where f is continuous. *)
Lemma expects_uniform_on (P f g : R -> R) x : (forall c, a < c < b -> g c = f c) ->
  (forall c, a < c < b -> is_derive P c (f c / (b - a))) -> (forall c, a < c < b -> continuous f c) ->
  continuous P a -> continuous P b -> P b - P a = x -> expects (uniform_on a b) (fun c u => g c) x.
Proof.
  intros G D C Ca Cb <-. apply uniform_on_expects; auto.
  apply (expects_beta_11 (fun v => g (a + (b - a) * v))).
  apply (improper_same (fun v => f (a + (b - a) * v))); [intros v V; symmetry; apply G; nra|].
  pose proof (improper_derivative (fun v => P (a + (b - a) * v)) (fun v => f (a + (b - a) * v))) as I. cbv beta in I.
  replace (a + (b - a) * 1) with b in I by ring. replace (a + (b - a) * 0) with a in I by ring. apply I.
  - intros v V. assert (H : a < a + (b - a) * v < b) by nra.
    replace (f (a + (b - a) * v)) with ((b - a) * (f (a + (b - a) * v) / (b - a))) by (field; lra).
    apply (is_derive_comp P (fun v => a + (b - a) * v)); [now apply D|]. auto_derive; auto. ring.
  - intros v V. apply (continuous_comp (fun v => a + (b - a) * v) f); [|apply C; nra].
    apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
  - apply (continuous_comp (fun v => a + (b - a) * v) P).
    + apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
    + now replace (a + (b - a) * 0) with a by ring.
  - apply (continuous_comp (fun v => a + (b - a) * v) P).
    + apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
    + now replace (a + (b - a) * 1) with b by ring.
Qed.
Lemma Ec_uniform_on (P f g : R -> R) x : (forall c, a < c < b -> g c = f c) ->
  (forall c, a < c < b -> is_derive P c (f c / (b - a))) -> (forall c, a < c < b -> continuous f c) ->
  continuous P a -> continuous P b -> P b - P a = x -> Ec (uniform_on a b) (fun c u => g c) = x.
Proof. intros. eapply Ec_is, expects_uniform_on; eauto. Qed.
(** The mean of a multiple, where this is one between the ends. *)
Lemma Ec_uniform_on_multiple (P f m g : R -> R) k : (forall c, a < c < b -> m c = f c) ->
  (forall c, a < c < b -> is_derive P c (f c / (b - a))) -> (forall c, a < c < b -> continuous f c) ->
  continuous P a -> continuous P b -> (forall c, a < c < b -> g c = k * f c) ->
  Ec (uniform_on a b) (fun c u => g c) = k * Ec (uniform_on a b) (fun c u => m c).
Proof.
  intros M D C Ca Cb G. rewrite (Ec_uniform_on P f m (P b - P a)); auto.
  apply (Ec_uniform_on (fun c => k * P c) (fun c => k * f c) g); auto; [| | | |ring].
  - intros c K. replace (k * f c / (b - a)) with (k * (f c / (b - a))) by (field; lra).
    apply (is_derive_scal P c k). now apply D.
  - intros c K. apply (continuous_scal_r (K := R_AbsRing) (V := R_NormedModule) k f). now apply C.
  - now apply (continuous_scal_r (K := R_AbsRing) (V := R_NormedModule) k P).
  - now apply (continuous_scal_r (K := R_AbsRing) (V := R_NormedModule) k P).
Qed.
(** The mean of f(c) where c is below y, which is z once it is put between the ends. *)
Lemma Ec_uniform_on_switch (P f : R -> R) (g : R -> R -> R) y z x :
  (forall c u, conditions c u -> g c u = f c * above (y - c)) ->
  (forall c, is_derive P c (f c / (b - a))) -> (forall c, continuous f c) ->
  (y <= a -> z = a) -> (a <= y <= b -> z = y) -> (b <= y -> z = b) -> P z - P a = x -> Ec (uniform_on a b) g = x.
Proof.
  intros G D C Za Zy Zb <-. apply Ec_is.
  apply (expects_same (uniform_on a b) (fun c u => f c * above (y - c))); [intros c u Hc Hu; symmetry; apply G; now split|].
  assert (P1 : forall c, continuous P c) by (intros c; apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); eexists; apply D).
  destruct (Rle_dec b y) as [Hb|Hb].
  - apply (expects_uniform_on P f (fun c => f c * above (y - c))); auto; [|now rewrite (Zb Hb)].
    intros c K. rewrite above_1 by lra. ring.
  - apply uniform_on_expects; auto. cbv beta.
    assert (Z : a <= z <= b /\ (z = a /\ y <= a \/ z = y /\ a <= y)) by
      (destruct (Rle_dec y a) as [H|H]; [rewrite (Za H); lra|rewrite (Zy (ltac:(lra))); lra]).
    set (h := fun v u : R => f (a + (b - a) * v) * above (y - (a + (b - a) * v))).
    assert (S : forall v u, conditions v u -> h v u = f (a + (b - a) * v) * above ((z - a) / (b - a) - v)).
    { intros v u [V _]. unfold h. f_equal. assert (Q : z - a = (b - a) * ((z - a) / (b - a))) by (field; lra).
      set (k := (z - a) / (b - a)) in *. unfold above, ind. destruct (Rlt_dec 0 (y - (a + (b - a) * v))), (Rlt_dec 0 (k - v)); auto; exfalso; nra. }
    assert (K : 0 <= (z - a) / (b - a) <= 1).
    { split; [apply Rdiv_le_0_compat; lra|]. apply (Rmult_le_reg_r (b - a)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (E : Ec (beta_of 1 1) h = P z - P a).
    { apply (Ec_beta_switch 0 0 1 1 1 (fun c => c) (fun v => P (a + (b - a) * v)) (fun v => f (a + (b - a) * v)) h ((z - a) / (b - a))).
      - simpl. ring.
      - simpl. ring.
      - intros c. replace (whole_weight 0 0 c) with 1 by (unfold whole_weight; ring). apply (is_derive_id (K := R_AbsRing)).
      - ring.
      - intros c. apply (continuous_comp (fun v => a + (b - a) * v) f); [|apply C].
        apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
      - exact S.
      - exact K.
      - intros c. replace (f (a + (b - a) * c) * (1 * whole_weight 0 0 c)) with ((b - a) * (f (a + (b - a) * c) / (b - a)))
          by (unfold whole_weight; field; lra).
        apply (is_derive_comp P (fun v => a + (b - a) * v)); [apply D|]. auto_derive; auto. ring.
      - f_equal; f_equal; [field; lra|ring]. }
    rewrite <- E. apply Ec_expects. apply (has_Ec_same _ _ _ S).
    apply (has_Ec_beta 1 1 (fun v => f (a + (b - a) * v) * above ((z - a) / (b - a) - v))); [lra|lra|].
    apply piecewise_mult.
    + apply piecewise_continuous. intros c. apply (continuous_comp (fun v => a + (b - a) * v) f); [|apply C].
      apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
    + apply (piecewise_affine_above (fun v => (z - a) / (b - a) - v)). intros. ring.
Qed.
(** The mean of f(c) where c is above y, which is z once it is put between the ends. *)
Lemma Ec_uniform_on_switch_up (P f : R -> R) (g : R -> R -> R) y z x :
  (forall c u, conditions c u -> g c u = f c * above (c - y)) ->
  (forall c, is_derive P c (f c / (b - a))) -> (forall c, continuous f c) ->
  (y <= a -> z = a) -> (a <= y <= b -> z = y) -> (b <= y -> z = b) -> P b - P z = x -> Ec (uniform_on a b) g = x.
Proof.
  intros G D C Za Zy Zb <-. apply Ec_is.
  apply (expects_same (uniform_on a b) (fun c u => f c * above (c - y))); [intros c u Hc Hu; symmetry; apply G; now split|].
  assert (P1 : forall c, continuous P c) by (intros c; apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); eexists; apply D).
  destruct (Rle_dec y a) as [Hb|Hb].
  - apply (expects_uniform_on P f (fun c => f c * above (c - y))); auto; [|now rewrite (Za Hb)].
    intros c K. rewrite above_1 by lra. ring.
  - apply uniform_on_expects; auto. cbv beta.
    assert (Z : a <= z <= b /\ (z = b /\ b <= y \/ z = y /\ y <= b)) by
      (destruct (Rle_dec b y) as [H|H]; [rewrite (Zb H); lra|rewrite (Zy (ltac:(lra))); lra]).
    set (h := fun v u : R => f (a + (b - a) * v) * above (a + (b - a) * v - y)).
    assert (S : forall v u, conditions v u -> h v u = f (a + (b - a) * v) * above (v - (z - a) / (b - a))).
    { intros v u [V _]. unfold h. f_equal. assert (Q : z - a = (b - a) * ((z - a) / (b - a))) by (field; lra).
      set (k := (z - a) / (b - a)) in *. unfold above, ind. destruct (Rlt_dec 0 (a + (b - a) * v - y)), (Rlt_dec 0 (v - k)); auto; exfalso; nra. }
    assert (K : 0 <= (z - a) / (b - a) <= 1).
    { split; [apply Rdiv_le_0_compat; lra|]. apply (Rmult_le_reg_r (b - a)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (E : Ec (beta_of 1 1) h = P b - P z).
    { apply (Ec_beta_switch_up 0 0 1 1 1 (fun c => c) (fun v => P (a + (b - a) * v)) (fun v => f (a + (b - a) * v)) h ((z - a) / (b - a))).
      - simpl. ring.
      - simpl. ring.
      - intros c. replace (whole_weight 0 0 c) with 1 by (unfold whole_weight; ring). apply (is_derive_id (K := R_AbsRing)).
      - ring.
      - intros c. apply (continuous_comp (fun v => a + (b - a) * v) f); [|apply C].
        apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
      - exact S.
      - exact K.
      - intros c. replace (f (a + (b - a) * c) * (1 * whole_weight 0 0 c)) with ((b - a) * (f (a + (b - a) * c) / (b - a)))
          by (unfold whole_weight; field; lra).
        apply (is_derive_comp P (fun v => a + (b - a) * v)); [apply D|]. auto_derive; auto. ring.
      - replace (a + (b - a) * 1) with b by ring. do 2 f_equal. field. lra. }
    rewrite <- E. apply Ec_expects. apply (has_Ec_same _ _ _ S).
    apply (has_Ec_beta 1 1 (fun v => f (a + (b - a) * v) * above (v - (z - a) / (b - a)))); [lra|lra|].
    apply piecewise_mult.
    + apply piecewise_continuous. intros c. apply (continuous_comp (fun v => a + (b - a) * v) f); [|apply C].
      apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
    + apply (piecewise_affine_above (fun v => v - (z - a) / (b - a))). intros. ring.
Qed.
Lemma has_Ec_uniform_on (G : R -> R) : piecewise (fun v => G (a + (b - a) * v)) -> has_Ec (uniform_on a b) (fun c u => G c).
Proof.
  intros P. destruct (has_Ec_beta 1 1 _ (ltac:(lra)) (ltac:(lra)) P) as [x X]. exists x. now apply uniform_on_expects.
Qed.
Lemma lawful_uniform_on (f : R -> R) : (forall c, f c = (f 1 - f 0) * c + f 0) -> lawful (uniform_on a b) (fun c u => f c).
Proof.
  intros F. split.
  - intros j. apply (has_Ec_uniform_on (fun c => c ^ j)). apply piecewise_pow, piecewise_plus; [apply piecewise_const|].
    apply piecewise_mult; [apply piecewise_const|apply piecewise_id].
  - intros s j. apply (has_Ec_uniform_on (fun c => c ^ j * above (s - f c))). apply piecewise_mult.
    + apply piecewise_pow, piecewise_plus; [apply piecewise_const|]. apply piecewise_mult; [apply piecewise_const|apply piecewise_id].
    + apply (piecewise_affine_above (fun v => s - f (a + (b - a) * v))). intros v.
      rewrite (F (a + (b - a) * v)), (F (a + (b - a) * 1)), (F (a + (b - a) * 0)). ring.
Qed.
Ltac in_range := match goal with
  |- has_Ec (uniform_on a b) (fun c u => @?G c) => apply (has_Ec_uniform_on G); cbv beta; pieces_in_c end.
Lemma lawful_uniform_on_of_u (f : R -> R) : (forall c, f c = (f 1 - f 0) * c + f 0) -> lawful (uniform_on a b) (fun c u => f u).
Proof.
  intros F. split; intros; [in_range|].
  refine (proj1 (even_products _ _ [(1, (fun c => c ^ j), (fun u => above (s - f u)))] (uniform_on_even_rank a b) _ _)).
  - intros c u D. cbn [products]. ring.
  - intros t [<- | []]. cbn [fst snd]. split; [in_range|]. apply piecewise_affine_above. intros t. rewrite (F t). ring.
Qed.
Lemma lawful_rates_uniform_on (f : R -> R) : (forall c, f c = (f 1 - f 0) * c + f 0) -> lawful_rates (uniform_on a b) (fun c u => f c).
Proof.
  intros F. assert (P : piecewise (fun v => f (a + (b - a) * v))).
  { apply piecewise_of_affine. intros v. rewrite (F (a + (b - a) * v)), (F (a + (b - a) * 1)), (F (a + (b - a) * 0)). ring. }
  split; [|split; [|split]]; intros; in_range; auto.
  apply piecewise_affine_above. intros v. rewrite (F (a + (b - a) * v)), (F (a + (b - a) * 1)), (F (a + (b - a) * 0)). ring.
Qed.
Lemma lawful_rates_uniform_on_of_u (f : R -> R) : (forall c, f c = (f 1 - f 0) * c + f 0) ->
  lawful_rates (uniform_on a b) (fun c u => f u).
Proof.
  intros F. pose proof (piecewise_of_affine f F).
  assert (Pr : forall j g, piecewise g -> has_Ec (uniform_on a b) (fun c u => c ^ j * g u)).
  { intros j g G. refine (proj1 (even_products _ _ [(1, (fun c => c ^ j), g)] (uniform_on_even_rank a b) _ _)).
    - intros c u D. cbn [products]. ring.
    - intros t [<- | []]. cbn [fst snd]. split; [in_range|exact G]. }
  split; [intros; in_range|]. split; [intros; now apply Pr|]. split; intros r j.
  - apply (Pr j (fun u => above (r - f u))). apply piecewise_affine_above. intros t. rewrite (F t). ring.
  - apply (Pr j (fun u => Rmax (r - f u) 0)). pieces_in_c. auto.
Qed.
End Range.

(** * What closes a line *)

Ltac in_range_valued := match goal with |- has_Ec (uniform_on ?a ?b) (fun c u => @?G c) =>
  apply (has_Ec_uniform_on a b ltac:(within_unit) ltac:(within_unit) ltac:(within_unit) G); cbv beta; pieces_in_c end.
Ltac range_valued := first [ apply has_Ec_number | in_range_valued | valued_one ].
Ltac any_even_valued := first [ Shapes.any_even_valued | in_range_valued ].
Ltac even_valued := each ltac:(split; [cbv beta; any_even_valued | pieces_in_c]).
(** What is to be positive, or not zero: each factor apart. *)
Ltac apart := repeat split; repeat first [ assumption | lra | apply Rmult_integral_contrapositive_currified | apply pow_nonzero
  | (apply Rgt_not_eq; lra) | (apply Rlt_not_eq; lra) | (apply Rgt_not_eq; timeout 10 nra) | (apply Rlt_not_eq; timeout 10 nra)
  | (apply Rmult_lt_0_compat; lra) | timeout 10 nra ].
(** Roots of equal numbers are written alike; then each is a number of its own, of which the square is known. *)
Ltac alike f := repeat match goal with |- context [f ?x] => match goal with |- context [f ?y] =>
  tryif constr_eq x y then fail else replace (f x) with (f y) by (f_equal; lra) end end.
Ltac rooted := alike sqrt; repeat match goal with |- context [sqrt ?x] =>
    let H := fresh "H" in let Q := fresh "Q" in let y := fresh "y" in
    assert (H : 0 < x) by (first [lra | nra]); pose proof (sqrt_lt_R0 x H); pose proof (sqrt_sqrt x (Rlt_le _ _ H)) as Q;
    set (y := sqrt x) in *; clearbody y end;
  match goal with
  | A : ?y * ?y = _, B : ?z * ?z = _ |- _ => tryif constr_eq y z then fail else (field [A B]; apart)
  | A : ?y * ?y = _ |- _ => field [A]; apart end.
Ltac fielded := first [solve [fld] | rooted].
(** Where c is between the ends, each switch is on or off. *)
Ltac switched := try (unfold above, ind; repeat (destruct Rlt_dec; try (exfalso; lra))); fielded.
Ltac antiderived := intros; auto_derive; [apart | first [solve [field; apart] | rooted]].
Ltac by_parts := cbv beta; unfold Rdiv; repeat (lazymatch goal with
  | |- continuous (fun _ => ?k) _ => apply continuous_const
  | |- continuous (fun x => x) _ => apply continuous_id
  | |- continuous (fun x => @?f x + @?g x) _ => apply (continuous_plus (V := R_NormedModule) f g)
  | |- continuous (fun x => @?f x - @?g x) _ => apply (continuous_minus (V := R_NormedModule) f g)
  | |- continuous (fun x => @?f x * @?g x) _ => apply (continuous_mult (K := R_AbsRing) f g)
  | |- continuous (fun x => - @?f x) _ => apply (continuous_opp (V := R_NormedModule) f)
  | |- continuous (fun x => / @?f x) _ => apply (continuous_Rinv_comp f); [|cbv beta; apart]
  | |- continuous (fun x => sqrt (@?f x)) _ => apply (continuous_comp f sqrt); [|apply continuous_sqrt]
  | |- continuous (fun x => @?f x ^ ?n) _ => apply (continuous_comp f (fun y => y ^ n)); [|
      apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); now auto_derive] end; cbv beta).
Ltac continued := intros; first
  [ solve [apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); auto_derive; apart] | by_parts ].
(** What an antiderivative is at the ends. *)
Ltac evaluated := cbv beta; try reflexivity; alike ln; alike sqrt;
  repeat match goal with |- context [ln ?x] => replace (ln x) with 0 by (replace x with 1 by lra; now rewrite ln_1) end;
  repeat match goal with |- context [sqrt ?x] => first
    [ replace (sqrt x) with 0 by (replace x with 0 by lra; now rewrite sqrt_0)
    | replace (sqrt x) with 1 by (replace x with 1 by lra; now rewrite sqrt_1) ] end; fielded.
