(** For documents: Beta densities of any shapes as densities, their means where both shapes are whole, and H as a number. *)
Require Import Reals Lra Lia List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Ranks Least Losses Distances Hull Cutpoints Lines Averages Beta Readings Rates.
Import ListNotations.
Open Scope R_scope.

(** Beta(a, b), and the uniform density where a or b is not positive. *)
Definition beta_of (a b : R) : density :=
  match Rlt_dec 0 a with
  | left A => match Rlt_dec 0 b with left B => beta a b A B | right _ => uniform end
  | right _ => uniform
  end.
Lemma beta_of_is a b : 0 < a -> 0 < b -> exists A B, beta_of a b = beta a b A B.
Proof.
  intros A B. unfold beta_of. destruct (Rlt_dec 0 a) as [A'|]; [|contradiction]. destruct (Rlt_dec 0 b) as [B'|]; [|contradiction].
  now exists A', B'.
Qed.
Lemma beta_of_even_rank a b : even_rank (beta_of a b).
Proof.
  unfold beta_of. destruct (Rlt_dec 0 a); [destruct (Rlt_dec 0 b)|]; [apply beta_even_rank|apply uniform_even_rank|apply uniform_even_rank].
Qed.

(** * Means of functions that are continuous between finitely many cuts *)

Lemma piecewise_bounded G : piecewise G -> exists M, 0 < M /\ forall c, 0 <= c <= 1 -> Rabs (G c) <= M.
Proof.
  intros P. destruct (ex_RInt_ub (V := R_NormedModule) G 0 1) as [M H]; [apply piecewise_integrable; auto; lra|].
  exists (Rmax M 1). split; [pose proof (Rmax_r M 1); lra|]. intros c C. eapply Rle_trans; [|apply Rmax_l].
  apply (H c). rewrite Rmin_left, Rmax_right; lra.
Qed.
Lemma improper_piecewise G : piecewise G -> improper G (integral G 0 1).
Proof.
  intros P. split; [intros; apply piecewise_integrable; auto|]. intros e E0.
  destruct (piecewise_bounded G P) as [M [M0 H]]. set (d := Rmin (1 / 2) (e / (2 * M))).
  assert (D1 : d <= 1 / 2) by apply Rmin_l. assert (D2 : d <= e / (2 * M)) by apply Rmin_r.
  assert (D0 : 0 < d) by (apply Rmin_glb_lt; [lra|]; apply Rdiv_lt_0_compat; lra).
  exists d. split; [lra|]. intros r q Hr Hq.
  assert (I : forall a b, a <= b -> integrable G a b) by (intros; now apply piecewise_integrable).
  rewrite <- (integral_join G 0 r 1) by (apply I; lra). rewrite <- (integral_join G r q 1) by (apply I; lra).
  replace (integral G r q - (integral G 0 r + (integral G r q + integral G q 1))) with (- (integral G 0 r + integral G q 1)) by ring.
  rewrite Rabs_Ropp. eapply Rle_trans; [apply Rabs_triang|].
  assert (Part : forall a b, 0 <= a -> a <= b -> b <= 1 -> Rabs (integral G a b) <= (b - a) * M).
  { intros a b A1 A2 A3. apply (abs_RInt_le_const G a b M); [auto|now apply I|intros t T; apply H; lra]. }
  pose proof (Part 0 r (ltac:(lra)) (ltac:(lra)) (ltac:(lra))). pose proof (Part q 1 (ltac:(lra)) (ltac:(lra)) (ltac:(lra))).
  assert (d * (2 * M) <= e). { apply (Rmult_le_compat_r (2 * M)) in D2; [|lra]. replace (e / (2 * M) * (2 * M)) with e in D2 by (field; lra). exact D2. }
  assert ((r - 0) * M <= d * M) by (apply Rmult_le_compat_r; lra). assert ((1 - q) * M <= d * M) by (apply Rmult_le_compat_r; lra). lra.
Qed.
(** The density is continuous inside of (0, 1). *)
Lemma beta_weight_piecewise a b r q : 0 < r -> r <= q -> q < 1 -> exists W, piecewise W /\ forall c, r <= c <= q -> W c = beta_weight a b c.
Proof.
  intros R0 L Q1. exists (fun c => beta_weight a b (Rmax r (Rmin q c))). split.
  - apply piecewise_continuous. intros t. apply (continuous_comp (fun c => Rmax r (Rmin q c)) (beta_weight a b)).
    + apply Rmax_continuous; [apply continuous_const|]. apply Rmin_continuous; [apply continuous_const|apply continuous_id].
    + assert (0 < Rmax r (Rmin q t) < 1).
      { split; [eapply Rlt_le_trans; [exact R0|apply Rmax_l]|]. apply Rmax_lub_lt; [lra|]. eapply Rle_lt_trans; [apply Rmin_l|lra]. }
      apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). unfold beta_weight, Rpower. auto_derive. lra.
  - intros c C. rewrite Rmin_right by lra. now rewrite Rmax_right by lra.
Qed.
Lemma has_Ec_beta a b G : 0 < a -> 0 < b -> piecewise G -> has_Ec (beta_of a b) (fun c u => G c).
Proof.
  intros A' B' P. destruct (beta_of_is a b A' B') as [A [B ->]]. destruct (piecewise_bounded G P) as [M [M0 H]].
  destruct (beta_has_mean a b A B (fun c => G c + M) (M + M)) as [y Y].
  - intros c C. pose proof (H c (ltac:(lra))) as K. apply Rabs_le_between in K. lra.
  - intros r q R0 L Q1. destruct (beta_weight_piecewise a b r q R0 L Q1) as [W [PW E]].
    apply integrable_ext with (fun c => (G c + M) * W c); auto.
    + intros c C. rewrite E by lra. reflexivity.
    + apply piecewise_integrable; auto. apply piecewise_mult; auto. apply piecewise_plus; auto. apply piecewise_const.
  - exists (1 * y + (- M) * 1).
    apply (expects_same (beta a b A B) (fun c u => 1 * (G c + M) + (- M) * 1)); [intros; ring|].
    apply expects_linear; [exact Y|apply expects_number].
Qed.

(** * Whole shapes *)

Definition whole_weight (i j : nat) (c : R) : R := c ^ i * (1 - c) ^ j.
Lemma whole_piecewise i j : piecewise (whole_weight i j).
Proof.
  apply piecewise_mult; apply piecewise_pow; [apply piecewise_id|]. apply piecewise_minus; [apply piecewise_const|apply piecewise_id].
Qed.
Lemma beta_weight_whole i j a b c : a = INR i + 1 -> b = INR j + 1 -> 0 < c < 1 -> beta_weight a b c = whole_weight i j c.
Proof.
  intros -> -> C. unfold beta_weight, whole_weight. replace (INR i + 1 - 1) with (INR i) by ring.
  replace (INR j + 1 - 1) with (INR j) by ring. rewrite !Rpower_pow by lra. reflexivity.
Qed.
(** The mean under Beta(i + 1, j + 1) is one under the uniform density, of the function times k c^i (1 - c)^j. *)
Lemma Ec_beta_whole i j a b k W G g : a = INR i + 1 -> b = INR j + 1 -> (forall c, is_derive W c (whole_weight i j c)) ->
  k * (W 1 - W 0) = 1 -> piecewise G -> (forall c u, conditions c u -> g c u = G c) ->
  Ec (beta_of a b) g = Ec uniform (fun c u => G c * (k * whole_weight i j c)).
Proof.
  intros A B D K P E. pose proof (pos_INR i) as Pi. pose proof (pos_INR j) as Pj.
  destruct (beta_of_is a b) as [A' [B' Q]]; [lra|lra|]. rewrite Q.
  assert (PW : piecewise (fun c => G c * whole_weight i j c)) by (apply piecewise_mult; [exact P|apply whole_piecewise]).
  assert (One : integral (whole_weight i j) 0 1 = W 1 - W 0).
  { apply (proj2 (integral_derivative W (whole_weight i j) 0 1 (ltac:(lra)) (fun c _ => D c) (fun c _ => ltac:(
      unfold whole_weight; apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); now auto_derive)))). }
  rewrite (Ec_of_c (fun c => G c * (k * whole_weight i j c))).
  2: { apply piecewise_mult; [exact P|]. apply piecewise_mult; [apply piecewise_const|apply whole_piecewise]. }
  rewrite (integral_ext (fun c => G c * (k * whole_weight i j c)) (fun c => k * (G c * whole_weight i j c))); [|lra|intros; ring].
  rewrite integral_scal by (apply piecewise_integrable; [exact PW|lra]).
  assert (X : expects (beta a b A' B') (fun c u => G c) (k * integral (fun c => G c * whole_weight i j c) 0 1)).
  { exists G, (integral (fun c => G c * whole_weight i j c) 0 1), (W 1 - W 0). split; [|split; [|split]].
    - intros; apply is_RInt_const01.
    - apply (improper_same (fun c => G c * whole_weight i j c)); [|now apply improper_piecewise].
      intros c C. now rewrite (beta_weight_whole i j a b).
    - rewrite <- One. apply (improper_same (whole_weight i j)); [|apply improper_piecewise, whole_piecewise].
      intros c C. now rewrite (beta_weight_whole i j a b).
    - assert (W 1 - W 0 <> 0) by (intros Z; rewrite Z in K; lra). replace k with (1 / (W 1 - W 0)); [field; auto|].
      apply (Rmult_eq_reg_r (W 1 - W 0)); auto. rewrite K. field. auto. }
  apply Ec_is. apply (expects_same _ (fun c u => G c)); auto. intros c u C U. symmetry. apply E. now split.
Qed.
(** The mean of f(c) where c is below y, or above: an antiderivative of the density times f. *)
Lemma Ec_beta_switch i j a b k W (P f : R -> R) (g : R -> R -> R) y x : a = INR i + 1 -> b = INR j + 1 ->
  (forall c, is_derive W c (whole_weight i j c)) -> k * (W 1 - W 0) = 1 -> (forall c, continuous f c) ->
  (forall c u, conditions c u -> g c u = f c * above (y - c)) -> 0 <= y <= 1 ->
  (forall c, is_derive P c (f c * (k * whole_weight i j c))) -> P y - P 0 = x -> Ec (beta_of a b) g = x.
Proof.
  intros A B D K C S Y DP V. rewrite (Ec_beta_whole i j a b k W (fun c => f c * above (y - c)) g A B D K); auto.
  - apply (Ec_switch P (fun c => f c * (k * whole_weight i j c)) _ y x); auto; [intros; ring|].
    intros c. apply (continuous_mult (K := R_AbsRing)); [apply C|].
    unfold whole_weight. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
  - apply piecewise_mult; [now apply piecewise_continuous|]. apply (piecewise_affine_above (fun c => y - c)). intros; ring.
Qed.
Lemma Ec_beta_switch_up i j a b k W (P f : R -> R) (g : R -> R -> R) y x : a = INR i + 1 -> b = INR j + 1 ->
  (forall c, is_derive W c (whole_weight i j c)) -> k * (W 1 - W 0) = 1 -> (forall c, continuous f c) ->
  (forall c u, conditions c u -> g c u = f c * above (c - y)) -> 0 <= y <= 1 ->
  (forall c, is_derive P c (f c * (k * whole_weight i j c))) -> P 1 - P y = x -> Ec (beta_of a b) g = x.
Proof.
  intros A B D K C S Y DP V. rewrite (Ec_beta_whole i j a b k W (fun c => f c * above (c - y)) g A B D K); auto.
  - apply (Ec_switch_up P (fun c => f c * (k * whole_weight i j c)) _ y x); auto; [intros; ring|].
    intros c. apply (continuous_mult (K := R_AbsRing)); [apply C|].
    unfold whole_weight. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
  - apply piecewise_mult; [now apply piecewise_continuous|]. apply (piecewise_affine_above (fun c => c - y)). intros; ring.
Qed.
Lemma Ec_beta_switch_clipped i j a b k W (P f : R -> R) (g : R -> R -> R) y z x : a = INR i + 1 -> b = INR j + 1 ->
  (forall c, is_derive W c (whole_weight i j c)) -> k * (W 1 - W 0) = 1 -> (forall c, continuous f c) ->
  (forall c u, conditions c u -> g c u = f c * above (y - c)) -> (y <= 0 -> z = 0) -> (0 <= y <= 1 -> z = y) -> (1 <= y -> z = 1) ->
  (forall c, is_derive P c (f c * (k * whole_weight i j c))) -> P z - P 0 = x -> Ec (beta_of a b) g = x.
Proof.
  intros A B D K C S Z0 Z Z1 DP V. rewrite (Ec_beta_whole i j a b k W (fun c => f c * above (y - c)) g A B D K); auto.
  - apply (Ec_switch_clipped P (fun c => f c * (k * whole_weight i j c)) _ y z x); auto; [intros; ring|].
    intros c. apply (continuous_mult (K := R_AbsRing)); [apply C|].
    unfold whole_weight. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
  - apply piecewise_mult; [now apply piecewise_continuous|]. apply (piecewise_affine_above (fun c => y - c)). intros; ring.
Qed.
Lemma Ec_beta_switch_up_clipped i j a b k W (P f : R -> R) (g : R -> R -> R) y z x : a = INR i + 1 -> b = INR j + 1 ->
  (forall c, is_derive W c (whole_weight i j c)) -> k * (W 1 - W 0) = 1 -> (forall c, continuous f c) ->
  (forall c u, conditions c u -> g c u = f c * above (c - y)) -> (y <= 0 -> z = 0) -> (0 <= y <= 1 -> z = y) -> (1 <= y -> z = 1) ->
  (forall c, is_derive P c (f c * (k * whole_weight i j c))) -> P 1 - P z = x -> Ec (beta_of a b) g = x.
Proof.
  intros A B D K C S Z0 Z Z1 DP V. rewrite (Ec_beta_whole i j a b k W (fun c => f c * above (c - y)) g A B D K); auto.
  - apply (Ec_switch_up_clipped P (fun c => f c * (k * whole_weight i j c)) _ y z x); auto; [intros; ring|].
    intros c. apply (continuous_mult (K := R_AbsRing)); [apply C|].
    unfold whole_weight. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
  - apply piecewise_mult; [now apply piecewise_continuous|]. apply (piecewise_affine_above (fun c => c - y)). intros; ring.
Qed.
Lemma Ec_beta_moment a b j : 0 < a -> 0 < b -> (1 <= j)%nat -> Ec (beta_of a b) (fun c u => c ^ j) =
  (a + INR j - 1) / (a + b + INR j - 1) * Ec (beta_of a b) (fun c u => c ^ (j - 1)).
Proof.
  intros A' B' J. destruct (beta_of_is a b A' B') as [A [B ->]]. destruct (beta_moments a b A B j J) as [y [Y Z]].
  now rewrite (Ec_is _ _ _ Y), (Ec_is _ _ _ Z).
Qed.

(** * What closes a line *)

Ltac beta_valued := match goal with
  | |- has_Ec (beta_of ?a ?b) (fun c u => @?G c) => apply (has_Ec_beta a b G); [lra | lra | cbv beta; pieces_in_c] end.
Lemma lawful_beta a b (f : R -> R) : 0 < a -> 0 < b -> (forall c, f c = (f 1 - f 0) * c + f 0) -> lawful (beta_of a b) (fun c u => f c).
Proof.
  intros A B F. split; intros; beta_valued; auto. apply piecewise_affine_above. intros t. rewrite (F t). ring.
Qed.
Lemma lawful_beta_of_u a b (f : R -> R) : 0 < a -> 0 < b -> (forall c, f c = (f 1 - f 0) * c + f 0) -> lawful (beta_of a b) (fun c u => f u).
Proof.
  intros A B F. split; intros.
  - beta_valued.
  - refine (proj1 (even_products _ _ [(1, (fun c => c ^ j), (fun u => above (s - f u)))] (beta_of_even_rank a b) _ _)).
    + intros c u D. cbn [products]. ring.
    + intros t [<- | []]. cbn [fst snd]. split; [beta_valued|]. apply piecewise_affine_above. intros t. rewrite (F t). ring.
Qed.
Lemma lawful_rates_beta a b (f : R -> R) : 0 < a -> 0 < b -> (forall c, f c = (f 1 - f 0) * c + f 0) -> lawful_rates (beta_of a b) (fun c u => f c).
Proof.
  intros A B F. pose proof (piecewise_of_affine f F). split; [|split; [|split]]; intros; beta_valued; auto.
  apply piecewise_affine_above. intros t. rewrite (F t). ring.
Qed.
Lemma lawful_rates_beta_of_u a b (f : R -> R) : 0 < a -> 0 < b -> (forall c, f c = (f 1 - f 0) * c + f 0) -> lawful_rates (beta_of a b) (fun c u => f u).
Proof.
  intros A B F. pose proof (piecewise_of_affine f F).
  assert (Pr : forall j g, piecewise g -> has_Ec (beta_of a b) (fun c u => c ^ j * g u)).
  { intros j g G. refine (proj1 (even_products _ _ [(1, (fun c => c ^ j), g)] (beta_of_even_rank a b) _ _)).
    - intros c u D. cbn [products]. ring.
    - intros t [<- | []]. cbn [fst snd]. split; [beta_valued|exact G]. }
  split; [intros; beta_valued|]. split; [intros; now apply Pr|]. split; intros r j.
  - apply (Pr j (fun u => above (r - f u))). apply piecewise_affine_above. intros t. rewrite (F t). ring.
  - apply (Pr j (fun u => Rmax (r - f u) 0)). pieces_in_c. auto.
Qed.

(** * The H-measure as a number *)

Section H_measure.
Variables (l : sample) (p : bool -> R) (a b : R).
Hypotheses (C : both_classes l) (P : proportions p) (A : 0 < a) (B : 0 < b).
Definition h_of : R := the (is_h_measure l p interpolated (beta_of a b)).
Let better : R := p false * Ec (beta_of a b) (fun c u => 2 * c * ind (Rlt_dec c (p true))) +
  p true * Ec (beta_of a b) (fun c u => 2 * (1 - c) * ind (Rle_dec (p true) c)).
Lemma h_of_value v : is_pav l p v -> 0 < better /\ h_of = 1 - Loss l p interpolated (beta_of a b) optimal / better.
Proof.
  intros V. assert (L : lawful (beta_of a b) (fun c u => c)) by (apply (lawful_beta a b (fun c => c)); auto; intros; ring).
  destruct (Loss_of_optimal (beta_of a b) l p v L C P V) as [[x X] _]. rewrite (Loss_is l p (beta_of a b) optimal x C P X).
  destruct (beta_of_is a b A B) as [A' [B' Q]]. destruct (h_measure_means l p interpolated a b A' B' C P) as [_ [[y Y] [z Z]]].
  unfold h_of, better. rewrite Q in *. rewrite (Ec_is _ _ _ Y), (Ec_is _ _ _ Z).
  destruct (h_measure l p interpolated a b A' B' x y z P X Y Z) as [H0 H]. split; [exact H0|].
  apply the_is; [intros h Hh|]; now apply H.
Qed.
Lemma h_of_is v : is_pav l p v -> h_of = 1 - Loss l p interpolated (beta_of a b) optimal / better.
Proof. intros V. now apply (h_of_value v). Qed.
Lemma h_of_below v : is_pav l p v -> 0 < better.
Proof. intros V. now apply (h_of_value v). Qed.
Lemma h_of_unit : unit_scores l -> 0 <= h_of <= 1.
Proof.
  intros U. destruct (pav_exists l p C P) as [v V]. destruct (h_of_value v V) as [D ->].
  assert (L : lawful (beta_of a b) (fun c u => c)) by (apply (lawful_beta a b (fun c => c)); auto; intros; ring).
  destruct (Loss_of_optimal (beta_of a b) l p v L C P V) as [[x X] _]. rewrite (Loss_is l p (beta_of a b) optimal x C P X).
  assert (X0 : 0 <= x) by exact (proj1 (loss_is_not_negative l p interpolated (beta_of a b) optimal x C P I) X).
  assert (X1 : x <= better).
  { destruct X as [f [F X]]. destruct (beta_of_is a b A B) as [A' [B' Q]].
    destruct (h_measure_means l p interpolated a b A' B' C P) as [_ [[y Y] [z Z]]].
    unfold better. rewrite Q in *. rewrite (Ec_is _ _ _ Y), (Ec_is _ _ _ Z).
    refine (expects_le _ _ _ _ _ _ X (expects_linear _ (p false) (p true) _ _ _ _ Y Z)). intros c u Hc Hu.
    destruct (F c u Hc Hu) as [K _]. destruct P as [P0 [P1 _]].
    pose proof (K (-1)) as K0. pose proof (K 1) as K1. unfold Q_place in K0, K1.
    rewrite !nobody_passed in K0 by auto. rewrite !everybody_passed in K1 by auto.
    unfold ind. destruct (Rlt_dec c (p true)), (Rle_dec (p true) c); lra. }
  split.
  - apply Rmult_le_reg_r with better; auto. replace ((1 - x / better) * better) with (better - x) by (field; lra). lra.
  - assert (0 <= x / better) by (apply Rmult_le_pos; [auto|left; now apply Rinv_0_lt_compat]). lra.
Qed.
End H_measure.

Ltac any_valued := first [ valued_one | rate_valued | given_valued | further_valued | optimal_valued | at_point_valued
  | match goal with L : lawful_rates ?w _ |- has_Ec ?w _ => same_value (rate_Ec_c w _ L) end | beta_valued ].
Ltac any_even_valued := first [ valued_one | rate_valued | given_valued | further_valued
  | match goal with L : lawful_rates ?w ?T |- has_Ec ?w _ => same_value (rate_Ec_c w T L) end | beta_valued ].
Ltac valued := each any_valued.
Ltac even_valued := each ltac:(split; [cbv beta; any_even_valued | pieces_in_c]).
