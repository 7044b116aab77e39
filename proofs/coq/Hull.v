(** The convex hull of the ROC curve and the area under it. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Ranks Least Distances.
Import ListNotations.
Open Scope R_scope.

(** The hull is the least concave curve above the ROC curve, whose points are (F1, F0) at all places; A is AUCH, the area
    under it. *)
Definition concave (h : R -> R) : Prop := forall x y r, 0 <= x <= 1 -> 0 <= y <= 1 -> 0 <= r <= 1 ->
  r * h x + (1 - r) * h y <= h (r * x + (1 - r) * y).
Definition above_curve (l : sample) (h : R -> R) : Prop :=
  forall t a, 0 <= a <= 1 -> F l false t a <= h (F l true t a).
Definition is_hull (l : sample) (h : R -> R) : Prop := concave h /\ above_curve l h /\
  forall g, concave g -> above_curve l g -> forall x, 0 <= x <= 1 -> h x <= g x.
Definition is_auch (l : sample) (A : R) : Prop :=
  exists h, is_hull l h /\ is_RInt (V := R_NormedModule) h 0 1 A.

(** Calibrated scores lie in [0, 1]. *)
Lemma pav_01 l p v x : both_classes l -> proportions p -> is_pav l p v -> In x l -> 0 <= v (score x) <= 1.
Proof.
  intros B P V X. pose proof (blocks _ _ _ _ _ V (v (score x))) as K. set (q := v (score x)) in *.
  assert (G : forall e : R, (forall y, 0 < e * (is true y - q)) -> False).
  { intros e H. assert (0 < sum l (fun y => e * (ind (Req_EM_T (v (score y)) q) * (weight l p y * (is true y - v (score y))))));
      [|rewrite sum_scal, K in H0; lra].
    assert (T : forall y, e * (ind (Req_EM_T (v (score y)) q) * (weight l p y * (is true y - v (score y))))
      = ind (Req_EM_T (v (score y)) q) * (weight l p y * (e * (is true y - q)))).
    { intros y. unfold ind. destruct (Req_EM_T (v (score y)) q) as [-> | _]; ring. }
    apply sum_pos with x; auto.
    - intros y _. rewrite T. pose proof (weight_pos l p y B P). pose proof (H y).
      pose proof (ind_01 (Req_EM_T (v (score y)) q)).
      apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra.
    - rewrite T. unfold ind. destruct (Req_EM_T (v (score x)) q) as [_|N]; [|now destruct N].
      pose proof (weight_pos l p x B P). pose proof (H x). rewrite Rmult_1_l. now apply Rmult_lt_0_compat. }
  split; apply Rnot_lt_le; intros L.
  - apply (G 1). intros y. pose proof (is_01 true y). lra.
  - apply (G (-1)). intros y. pose proof (is_01 true y). lra.
Qed.
Lemma pav_same l p v u : is_pav l p v -> (forall x, In x l -> u (score x) = v (score x)) -> is_pav l p u.
Proof.
  intros [Vr Vb Vu] H. split.
  - intros x z X Z L. rewrite !H by auto. auto.
  - intros q. rewrite <- (Vb q). apply sum_ext. intros x X. now rewrite H.
  - intros t. eapply Rle_trans; [right|exact (Vu t)]. apply sum_ext. intros x X. now rewrite H.
Qed.
(** So that nothing need be said of scores that no example has. *)
Lemma pav_bounded l p v : both_classes l -> proportions p -> is_pav l p v -> exists u, is_pav l p u /\
  (forall s, 0 <= u s <= 1) /\ forall x, In x l -> u (score x) = v (score x).
Proof.
  intros B P V. exists (fun s => Rmax 0 (Rmin 1 (v s))).
  assert (H : forall x, In x l -> Rmax 0 (Rmin 1 (v (score x))) = v (score x)).
  { intros x X. pose proof (pav_01 l p v x B P V X). rewrite Rmin_right, Rmax_right; lra. }
  split; [now apply (pav_same l p v)|]. split; auto. intros s. split; [apply Rmax_l|].
  apply Rmax_lub; [lra|apply Rmin_l].
Qed.

(** Both classes as they are met within blocks: what examples count for a class when it is passed evenly in each block. *)
Definition pooled (l : sample) (p : bool -> R) (v : R -> R) (k : bool) (x : example) : R :=
  weight l p x * (if k then v (score x) else 1 - v (score x)) / p k.

Section Hull.
Variables (l : sample) (p : bool -> R) (v : R -> R).
Hypothesis (B : both_classes l) (P : proportions p) (V : is_pav l p v) (N : forall s, 0 <= v s <= 1).

Lemma p_pos k : 0 < p k.
Proof. destruct P as [P0 [P1 _]], k; auto. Qed.
Lemma pooled_all k (g : R -> R) :
  sum l (fun x => share l k x * g (v (score x))) = sum l (fun x => pooled l p v k x * g (v (score x))).
Proof.
  pose proof (of_blocks score (is true) (weight l p) l v g V) as O. pose proof (p_pos k).
  apply Rmult_eq_reg_l with (p k); [|lra]. rewrite <- !sum_scal. apply Rminus_diag_uniq. rewrite <- sum_minus.
  destruct k.
  - rewrite <- O. apply sum_ext. intros x _. unfold pooled.
    replace (p true * (share l true x * g (v (score x)))) with (p true * share l true x * g (v (score x))) by ring.
    rewrite share_1. field. lra.
  - replace 0 with (-1 * 0) by ring. rewrite <- O, <- sum_scal. apply sum_ext. intros x _. unfold pooled.
    replace (p false * (share l false x * g (v (score x)))) with (p false * share l false x * g (v (score x))) by ring.
    rewrite share_0. field. lra.
Qed.
Lemma pooled_counts k : counts l (pooled l p v k).
Proof.
  split.
  - intros x. pose proof (weight_pos l p x B P). pose proof (N (score x)). pose proof (p_pos k). unfold pooled.
    apply Rdiv_le_0_compat; auto. apply Rmult_le_pos; [lra|]. destruct k; lra.
  - pose proof (pooled_all k (fun _ => 1)) as H. destruct (share_counts l k B) as [_ S].
    cbv beta in H. rewrite (sum_scal_r l 1 (share l k)), (sum_scal_r l 1 (pooled l p v k)), S in H. lra.
Qed.
Lemma weight_pooled x : weight l p x = p false * pooled l p v false x + p true * pooled l p v true x.
Proof. unfold pooled. pose proof (p_pos false). pose proof (p_pos true). field. lra. Qed.

(** The hull has the point (hull_cdf true, hull_cdf false) at a place. *)
Definition hull_cdf (k : bool) (t a : R) : R := cdf l (pooled l p v k) t a.
Lemma hull_01 k t a : 0 <= a <= 1 -> 0 <= hull_cdf k t a <= 1.
Proof. apply cdf_01, pooled_counts. Qed.

(** A block of calibrated score q > 0 lies on this line, and no point of the ROC curve above it. *)
Definition line (q x : R) : R := 1 + ((1 - q) * p true * x - least_cost l p v q (1 - q)) / (q * p false).
Lemma line_concave q : concave (line q).
Proof. intros x y r _ _ _. unfold line. right. unfold Rdiv. ring. Qed.
Lemma line_at q x y : 0 < q -> q * p false * (1 - y) + (1 - q) * p true * x = least_cost l p v q (1 - q) -> line q x = y.
Proof. intros Q E. unfold line. rewrite <- E. pose proof (p_pos false). field. lra. Qed.
Lemma line_above q : 0 < q <= 1 -> above_curve l (line q).
Proof.
  intros Q t a A. pose proof (least_cost_below l p v q (1 - q) t a B P V (ltac:(lra)) (ltac:(lra)) A) as L.
  unfold cost in L. pose proof (p_pos false). assert (0 < q * p false) by (apply Rmult_lt_0_compat; lra).
  unfold line. apply Rmult_le_reg_l with (q * p false); auto.
  rewrite Rmult_plus_distr_l. replace (q * p false * (((1 - q) * p true * F l true t a - least_cost l p v q (1 - q)) / (q * p false)))
    with ((1 - q) * p true * F l true t a - least_cost l p v q (1 - q)) by (field; lra). lra.
Qed.
Lemma line_hull z a : In z l -> 0 < v (score z) -> 0 <= a <= 1 ->
  line (v (score z)) (hull_cdf true (score z) a) = hull_cdf false (score z) a.
Proof.
  intros Z Q A. apply line_at; auto. set (q := v (score z)) in *. unfold hull_cdf.
  destruct (pooled_counts false) as [_ S]. unfold cdf.
  replace (1 - sum l (fun x => pooled l p v false x * passed (score x) (score z) a))
    with (sum l (fun x => pooled l p v false x - pooled l p v false x * passed (score x) (score z) a))
    by (rewrite sum_minus, S; reflexivity).
  rewrite <- !sum_scal, <- sum_plus.
  unfold least_cost. apply sum_ext. intros x X. pose proof (p_pos false). pose proof (p_pos true).
  transitivity (weight l p x * (q * (1 - v (score x)) * (1 - passed (score x) (score z) a)
    + (1 - q) * v (score x) * passed (score x) (score z) a)).
  { unfold pooled. field. lra. }
  f_equal. unfold passed. destruct (Rlt_dec (score x) (score z)) as [L|L]; [|destruct (Rlt_dec (score z) (score x)) as [K|K]].
  - pose proof (rises _ _ _ _ _ V x z X Z (Rlt_le _ _ L)) as O. fold q in O. rewrite Rmin_right; [ring|lra].
  - pose proof (rises _ _ _ _ _ V z x Z X (Rlt_le _ _ K)) as O. fold q in O. rewrite Rmin_left; [ring|lra].
  - replace (score x) with (score z) by lra. fold q. rewrite Rmin_left by lra. ring.
Qed.

(** A concave curve above the ROC curve is above these points: they lie between those where the block begins and ends. *)
Lemma hull_below g z a : concave g -> above_curve l g -> In z l -> 0 <= a <= 1 ->
  hull_cdf false (score z) a <= g (hull_cdf true (score z) a).
Proof.
  intros C U Z A. set (q := v (score z)) in *.
  destruct (rising_threshold l p v (fun r => if Rle_dec q r then 1 else 0) V B) as [t0 T0].
  { intros r s K. destruct (Rle_dec q r), (Rle_dec q s); lra. }
  destruct (threshold_of l p v q V B) as [t1 T1].
  assert (F0 : forall k, F l k t0 1 = sum l (fun x => pooled l p v k x * ind (Rlt_dec (v (score x)) q))).
  { intros k. rewrite <- (pooled_all k (fun r => ind (Rlt_dec r q))). apply sum_ext. intros x X.
    rewrite passed_threshold, T0 by auto. f_equal. unfold ind. destruct (Rle_dec q (v (score x))), (Rlt_dec (v (score x)) q);
      match goal with |- context [Rlt_dec 0 ?y] => destruct (Rlt_dec 0 y) end; lra. }
  assert (F1 : forall k, F l k t1 1 = sum l (fun x => pooled l p v k x * ind (Rle_dec (v (score x)) q))).
  { intros k. rewrite <- (pooled_all k (fun r => ind (Rle_dec r q))). apply sum_ext. intros x X.
    rewrite passed_threshold, T1 by auto. f_equal. unfold ind. destruct (Rlt_dec q (v (score x))), (Rle_dec (v (score x)) q); lra. }
  set (m := sum l (fun x => weight l p x * ind (Req_EM_T (v (score x)) q))).
  set (n := sum l (fun x => weight l p x * (ind (Req_EM_T (v (score x)) q) * passed (score x) (score z) a))).
  assert (M : 0 < m).
  { apply sum_pos with z; auto.
    - intros x _. pose proof (weight_pos l p x B P). pose proof (ind_01 (Req_EM_T (v (score x)) q)). nra.
    - unfold ind. fold q. destruct (Req_EM_T q q) as [_|K]; [|now destruct K]. pose proof (weight_pos l p z B P). lra. }
  assert (R01 : 0 <= n / m <= 1).
  { assert (0 <= n <= m).
    { split; [apply sum_ge0|apply sum_le]; intros x _; pose proof (weight_pos l p x B P);
        pose proof (passed_01 (score x) (score z) a A); unfold ind; destruct (Req_EM_T (v (score x)) q); nra. }
    split; [apply Rdiv_le_0_compat; lra|]. apply Rmult_le_reg_r with m; auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  set (r := n / m) in *.
  assert (Hk : forall k, hull_cdf k (score z) a = r * F l k t1 1 + (1 - r) * F l k t0 1).
  { intros k. set (e := (if k then q else 1 - q) / p k).
    assert (D1 : F l k t1 1 = F l k t0 1 + e * m).
    { rewrite F1, F0. unfold m. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros x _. unfold pooled, e, ind.
      pose proof (p_pos k).
      destruct (Rle_dec (v (score x)) q), (Rlt_dec (v (score x)) q), (Req_EM_T (v (score x)) q) as [E0|E0]; try lra.
      rewrite E0. field. lra. }
    assert (D2 : hull_cdf k (score z) a = F l k t0 1 + e * n).
    { rewrite F0. unfold hull_cdf, cdf, n. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros x X. unfold pooled, e, ind.
      pose proof (p_pos k).
      destruct (Rlt_dec (v (score x)) q) as [L|L], (Req_EM_T (v (score x)) q) as [E0|E0]; try lra.
      - rewrite passed_below; [ring|]. apply Rnot_le_lt. intros K. pose proof (rises _ _ _ _ _ V z x Z X K) as O. fold q in O. lra.
      - rewrite E0. field. lra.
      - rewrite passed_above; [ring|]. apply Rnot_le_lt. intros K. pose proof (rises _ _ _ _ _ V x z X Z K) as O. fold q in O. lra. }
    rewrite D1, D2. unfold r. field. lra. }
  assert (K0 : forall k t, 0 <= F l k t 1 <= 1) by (intros; apply cdf_01; [now apply share_counts|lra]).
  rewrite !Hk. eapply Rle_trans; [|apply C; auto].
  pose proof (U t1 1 (ltac:(lra))). pose proof (U t0 1 (ltac:(lra))). nra.
Qed.

Lemma hull_at h z a : is_hull l h -> In z l -> 0 < v (score z) -> 0 <= a <= 1 ->
  h (hull_cdf true (score z) a) = hull_cdf false (score z) a.
Proof.
  intros [C [U L]] Z Q A. apply Rle_antisym; [|now apply hull_below]. rewrite <- line_hull by auto.
  pose proof (N (score z)). apply L; [apply line_concave|apply line_above; lra|now apply hull_01].
Qed.
Lemma auch_pooled A : is_auch l A -> A = mean l (pooled l p v true) (hull_cdf false).
Proof.
  intros [h [K I]]. rewrite <- (integral_is _ _ _ _ I). symmetry.
  rewrite <- (ranks_uniform l (pooled l p v true) h (pooled_counts true)) by (eexists; exact I).
  apply sum_ext. intros x X. destruct (N (score x)) as [[Q|Q] _].
  - f_equal. apply integral_ext; [lra|]. intros a Ha. symmetry. apply (hull_at h x a); auto. lra.
  - unfold pooled. rewrite <- Q. unfold Rdiv. ring.
Qed.
End Hull.

(** * There is a hull *)

Lemma place_of_share (w : example -> R) : forall l, (forall x, In x l -> 0 < w x) -> l <> [] ->
  forall r, 0 <= r <= sum l w -> exists x a, In x l /\ 0 <= a <= 1 /\ cdf l w (score x) a = r.
Proof.
  intros l. induction l as [|l t IH G Y] using (list_by_scores score); [congruence|]. intros W _ r Hr.
  set (low := filter (fun x => if Rlt_dec (score x) t then true else false) l) in *.
  assert (Low : forall x, In x low <-> In x l /\ score x < t).
  { intros x. unfold low. rewrite filter_In. destruct (Rlt_dec (score x) t); intuition (congruence || lra). }
  assert (Split : forall f, sum l f = sum low f + sum l (fun x => ind (Req_EM_T (score x) t) * f x)).
  { intros f. unfold low. rewrite sum_filter, <- sum_plus. apply sum_ext. intros x X. pose proof (G x X). unfold ind.
    destruct (Rlt_dec (score x) t), (Req_EM_T (score x) t); lra. }
  destruct (Rle_dec (sum low w) r) as [L|L].
  - destruct Y as [y [Yl Yt]]. set (m := sum l (fun x => ind (Req_EM_T (score x) t) * w x)).
    assert (M : 0 < m).
    { apply sum_pos with y; auto.
      - intros x X. pose proof (W x X). pose proof (ind_01 (Req_EM_T (score x) t)). nra.
      - unfold ind. destruct (Req_EM_T (score y) t); [|congruence]. pose proof (W y Yl). lra. }
    assert (T : sum l w = sum low w + m) by apply Split.
    exists y, ((r - sum low w) / m). assert (K : (r - sum low w) / m * m = r - sum low w) by (field; lra).
    repeat split; auto.
    + apply Rdiv_le_0_compat; lra.
    + apply Rmult_le_reg_r with m; auto. lra.
    + unfold cdf. rewrite Split. rewrite (sum_ext low _ w).
      * rewrite (sum_ext l _ (fun x => (r - sum low w) / m * (ind (Req_EM_T (score x) t) * w x))).
        -- rewrite sum_scal. fold m. lra.
        -- intros x _. unfold ind. destruct (Req_EM_T (score x) t) as [Q|]; [|ring]. rewrite Q, Yt, passed_tie. ring.
      * intros x X. apply Low in X. rewrite passed_below by lra. ring.
  - destruct (IH) with (r := r) as [x [a [X [A C]]]]; try lra.
    + intros x X. apply W. now apply Low.
    + intros Q. rewrite Q in L. simpl in L. lra.
    + pose proof X as X'. apply Low in X' as [X' Xt]. exists x, a. repeat split; auto; try lra. rewrite <- C. unfold cdf. rewrite Split.
      rewrite (sum_ext l _ (fun _ => 0)); [rewrite sum_zero; ring|]. intros z _. unfold ind.
      destruct (Req_EM_T (score z) t); [|ring]. rewrite passed_above by lra. ring.
Qed.

(** The lowest of finitely many lines. *)
Fixpoint lowest (f : R -> R) (fs : list (R -> R)) (x : R) : R :=
  match fs with [] => f x | g :: r => Rmin (g x) (lowest f r x) end.
Lemma lowest_le f fs g x : In g (f :: fs) -> lowest f fs x <= g x.
Proof.
  induction fs as [|h r IH]; simpl.
  - intros [-> | []]. lra.
  - intros [<- | [<- | K]]; [eapply Rle_trans; [apply Rmin_r|]; apply IH; now left|apply Rmin_l|].
    eapply Rle_trans; [apply Rmin_r|]. apply IH. now right.
Qed.
Lemma lowest_is f fs x : exists g, In g (f :: fs) /\ lowest f fs x = g x.
Proof.
  induction fs as [|h r [g [G E]]]; simpl; [exists f; auto|]. unfold Rmin. destruct Rle_dec.
  - exists h. auto.
  - exists g. split; auto. destruct G; auto.
Qed.
Lemma lowest_concave f fs : (forall g, In g (f :: fs) -> concave g) -> concave (lowest f fs).
Proof.
  intros C x y r X Y Hr. destruct (lowest_is f fs (r * x + (1 - r) * y)) as [g [G ->]].
  eapply Rle_trans; [|apply (C g G x y r X Y Hr)].
  pose proof (lowest_le f fs g x G). pose proof (lowest_le f fs g y G). nra.
Qed.
Lemma lowest_above l f fs : (forall g, In g (f :: fs) -> above_curve l g) -> above_curve l (lowest f fs).
Proof.
  intros U t a A. destruct (lowest_is f fs (F l true t a)) as [g [G ->]]. now apply U.
Qed.
Lemma lowest_continuous f fs : (forall g x, In g (f :: fs) -> continuous g x) -> forall x, continuous (lowest f fs) x.
Proof.
  induction fs as [|h r IH]; intros C x; [apply C; now left|]. apply Rmin_continuous; [apply C; simpl; auto|].
  apply IH. intros g y [<- | G]; apply C; simpl; auto.
Qed.

Theorem auch_exists l : both_classes l -> exists A, is_auch l A.
Proof.
  intros B. pose proof halves_proportions as P. destruct (pav_exists l halves B P) as [v0 V0].
  destruct (pav_bounded l halves v0 B P V0) as [v [V [N _]]]. set (p := halves) in *. clear v0 V0.
  set (mixed := filter (fun x => if Rlt_dec 0 (v (score x)) then true else false) l).
  assert (Mixed : forall x, In x mixed <-> In x l /\ 0 < v (score x)).
  { intros x. unfold mixed. rewrite filter_In. destruct (Rlt_dec 0 (v (score x))); intuition congruence. }
  assert (W : forall x, 0 < v (score x) -> 0 < pooled l p v true x).
  { intros x X. unfold pooled. pose proof (weight_pos l p x B P). destruct P as [_ [P1 _]].
    apply Rdiv_lt_0_compat; auto. now apply Rmult_lt_0_compat. }
  assert (S : forall f, sum l (fun x => pooled l p v true x * f x) = sum mixed (fun x => pooled l p v true x * f x)).
  { intros f. unfold mixed. rewrite sum_filter. apply sum_ext. intros x _. destruct (Rlt_dec 0 (v (score x))); auto.
    unfold pooled. pose proof (N (score x)). replace (v (score x)) with 0 by lra. unfold Rdiv. ring. }
  assert (One : sum mixed (pooled l p v true) = 1).
  { destruct (pooled_counts l p v B P V N true) as [_ <-]. pose proof (S (fun _ => 1)) as K. cbv beta in K.
    rewrite (sum_scal_r l 1 (pooled l p v true)), (sum_scal_r mixed 1 (pooled l p v true)) in K. lra. }
  destruct mixed as [|z zs] eqn:D; [simpl in One; lra|]. rewrite <- D in *.
  set (of := fun x => line l p v (v (score x))).
  assert (Lines : forall g, In g (of z :: map of zs) -> exists x, In x mixed /\ g = of x).
  { intros g. change (of z :: map of zs) with (map of (z :: zs)). rewrite <- D. intros G. apply in_map_iff in G as [x [<- X]]. eauto. }
  assert (U : is_hull l (lowest (of z) (map of zs))).
  { repeat split.
    - apply lowest_concave. intros g G. destruct (Lines g G) as [x [_ ->]]. apply line_concave.
    - apply lowest_above. intros g G. destruct (Lines g G) as [x [X ->]]. apply Mixed in X as [_ X].
      apply line_above; auto. pose proof (N (score x)). lra.
    - intros g C Ug x X. destruct (place_of_share (pooled l p v true) mixed) with (r := x) as [y [a [Y [A E]]]].
      + intros y Y. apply Mixed in Y as [_ Y]. auto.
      + rewrite D. discriminate.
      + rewrite One. lra.
      + unfold cdf in E. rewrite <- S in E. pose proof Y as Y'. apply Mixed in Y' as [Yl Yv].
        apply Rle_trans with (of y x).
        * apply lowest_le. change (of z :: map of zs) with (map of (z :: zs)). rewrite <- D. now apply in_map.
        * unfold of. rewrite <- E. change (sum l (fun x => pooled l p v true x * passed (score x) (score y) a)) with
            (hull_cdf l p v true (score y) a). rewrite line_hull by auto. now apply hull_below. }
  destruct (ex_RInt_continuous (V := R_CompleteNormedModule) (lowest (of z) (map of zs)) 0 1) as [A I].
  - intros x _. apply lowest_continuous. intros g y G. destruct (Lines g G) as [e [_ ->]].
    unfold of, line. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
  - exists A, (lowest (of z) (map of zs)). auto.
Qed.
