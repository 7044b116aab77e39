(** Axioms on other scores of the same examples. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Ranks Least Distances Hull Areas Losses.
Import ListNotations.
Open Scope R_scope.

(** The same examples with the scores g. *)
Definition with_score (g : example -> R) (x : example) : example := (g x, snd x).
Definition rescored (l : sample) (g : example -> R) : sample := map (with_score g) l.
(** h is strictly increasing on the values v of the examples, whatever it is elsewhere. *)
Definition strictly_increasing (l : sample) (v : example -> R) (h : R -> R) : Prop :=
  forall x z, In x l -> In z l -> v x < v z -> h (v x) < h (v z).

Lemma sum_map {A B : Type} (g : A -> B) l f : sum (map g l) f = sum l (fun x => f (g x)).
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.
Lemma size_rescored l g k : size (rescored l g) k = size l k.
Proof. unfold size, rescored. now rewrite sum_map. Qed.
Lemma share_rescored l g k x : share (rescored l g) k (with_score g x) = share l k x.
Proof. unfold share. now rewrite size_rescored. Qed.
Lemma weight_rescored l g p x : weight (rescored l g) p (with_score g x) = weight l p x.
Proof. unfold weight. now rewrite !share_rescored. Qed.
Lemma rescored_classes l g : both_classes l -> both_classes (rescored l g).
Proof.
  intros B k. destruct (B k) as [x [X K]]. exists (with_score g x). split; auto. now apply (in_map (with_score g)).
Qed.
Lemma cdf_rescored l g k t a : F (rescored l g) k t a = sum l (fun x => share l k x * passed (g x) t a).
Proof. unfold F, cdf, rescored at 1. rewrite sum_map. apply sum_ext. intros x _. now rewrite share_rescored. Qed.
Lemma rate_rescored l g p t a : Rate (rescored l g) p t a = sum l (fun x => weight l p x * passed (g x) t a).
Proof. unfold Rate, cdf, rescored at 1. rewrite sum_map. apply sum_ext. intros x _. now rewrite weight_rescored. Qed.
Lemma rescored_own l : rescored l score = l.
Proof.
  unfold rescored. rewrite <- (map_id l) at 2. apply map_ext. intros [s k]. reflexivity.
Qed.

(** * Thresholds of both scores that part the examples in the same way *)

Lemma upper_threshold (l : sample) (f g : example -> R) t : l <> [] ->
  (forall x z, In x l -> In z l -> f x <= f z -> g x <= g z) ->
  exists t0, forall x, In x l -> (t0 < f x <-> t < g x).
Proof.
  intros E M. set (down := filter (fun x => if Rlt_dec t (g x) then false else true) l).
  assert (Down : forall x, In x down <-> In x l /\ ~ t < g x).
  { intros x. unfold down. rewrite filter_In. destruct (Rlt_dec t (g x)); intuition congruence. }
  destruct down as [|d0 ds] eqn:D.
  - destruct (least_of l f E) as [z [Z L]]. exists (f z - 1). intros x X. pose proof (L x X). split; intros _; [|lra].
    destruct (Rlt_dec t (g x)) as [|N]; auto. exfalso. apply (proj2 (Down x)). auto.
  - destruct (greatest_of (d0 :: ds) f) as [z [Z G]]; [discriminate|]. exists (f z).
    apply Down in Z as [Z Zd]. intros x X. split; intros K.
    + destruct (Rlt_dec t (g x)) as [|N]; auto. exfalso. pose proof (G x (proj2 (Down x) (conj X N))). lra.
    + apply Rnot_le_lt. intros L. pose proof (M x z X Z L). lra.
Qed.
Lemma passed_upper s t s' t' : (t < s <-> t' < s') -> passed s t 1 = passed s' t' 1.
Proof.
  intros H. rewrite !passed_threshold. unfold ind. destruct (Rlt_dec t s), (Rlt_dec t' s'); try tauto; reflexivity.
Qed.
Lemma cost_rescored l f g p A B t t' : (forall x, In x l -> (t < f x <-> t' < g x)) ->
  cost (rescored l f) p A B t 1 = cost (rescored l g) p A B t' 1.
Proof.
  intros H. unfold cost. rewrite !cdf_rescored. f_equal; [do 2 f_equal|f_equal]; apply sum_ext; intros x X; f_equal;
    apply passed_upper; auto.
Qed.
Lemma is_least_unique f x y : is_least f x -> is_least f y -> x = y.
Proof.
  intros [L [r <-]] [K [q <-]]. apply Rle_antisym; [apply L|apply K].
Qed.
(** Two functions of the threshold, each of whose values the other takes as well. *)
Lemma least_alike (f g : R -> R) x : (forall t, exists r, f t = g r) -> (forall t, exists r, g t = f r) ->
  is_least f x <-> is_least g x.
Proof.
  intros H K. split; intros [L [t <-]].
  - split; [|destruct (H t) as [r ->]; eauto]. intros r. destruct (K r) as [q ->]. apply L.
  - split; [|destruct (K t) as [r ->]; eauto]. intros r. destruct (H r) as [q ->]. apply L.
Qed.
(** One of whose values all are values of the other, and whose least value the other attains. *)
Lemma least_within (f g : R -> R) y x : is_least g y -> (forall t, exists r, f t = g r) -> (exists t, f t = y) ->
  is_least f x <-> is_least g x.
Proof.
  intros Y H [t T].
  assert (Z : is_least f y).
  { split; [|eauto]. intros r. destruct (H r) as [q ->]. apply Y. }
  split; intros X; [rewrite (is_least_unique f x y X Z)|rewrite (is_least_unique g x y X Y)]; auto.
Qed.
Lemma Q_cost l p t c : Q_place l p t 1 c = cost l p (2 * c) (2 * (1 - c)) t 1.
Proof. unfold Q_place, cost. ring. Qed.

(** Where the least losses at each condition are the same, the losses of optimal thresholds are. *)
Lemma optimal_alike l l' p v v' w x : (forall c y, 0 <= c <= 1 ->
    is_least (fun t => Q_place l p t 1 c) y <-> is_least (fun t => Q_place l' p t 1 c) y) ->
  loss l p v w optimal x <-> loss l' p v' w optimal x.
Proof.
  intros H. split; intros [f [K X]]; exists f; split; auto; intros c u C U; simpl; apply H; auto; apply (K c u C U).
Qed.

(** * Scores in the same order *)

(** t' parts the examples by g as t does by f. *)
Definition parts_alike (l : sample) (f g : example -> R) (t t' : R) : Prop :=
  forall x, In x l -> (f x < t <-> g x < t') /\ (t < f x <-> t' < g x).
Definition same_order (l : sample) (f g : example -> R) : Prop :=
  forall x z, In x l -> In z l -> (f x < f z <-> g x < g z).
Lemma same_order_sym l f g : same_order l f g -> same_order l g f.
Proof. intros H x z X Z. now rewrite (H x z X Z). Qed.
Lemma parted l f g t : l <> [] -> same_order l f g -> exists t', parts_alike l f g t t'.
Proof.
  intros E H.
  destruct (Exists_dec (fun x => f x = t) l (fun x => Req_EM_T (f x) t)) as [T|T].
  - apply Exists_exists in T as [z [Z <-]]. exists (g z). intros x X. split; [apply (H x z X Z)|apply (H z x Z X)].
  - assert (N : forall x, In x l -> f x <> t) by (intros x X K; apply T, Exists_exists; eauto). clear T.
    set (low := filter (fun x => if Rlt_dec (f x) t then true else false) l).
    set (high := filter (fun x => if Rlt_dec (f x) t then false else true) l).
    assert (Low : forall x, In x low <-> In x l /\ f x < t).
    { intros x. unfold low. rewrite filter_In. destruct (Rlt_dec (f x) t); intuition congruence. }
    assert (High : forall x, In x high <-> In x l /\ t < f x).
    { intros x. unfold high. rewrite filter_In. destruct (Rlt_dec (f x) t) as [K|K]; split; intros [X Y]; split; auto; try lra; try congruence.
      pose proof (N x X). lra. }
    assert (Enough : forall t', (forall x, In x low -> g x < t') -> (forall x, In x high -> t' < g x) -> parts_alike l f g t t').
    { intros t' L U x X. pose proof (N x X). destruct (Rlt_dec (f x) t) as [K|K].
      - pose proof (L x (proj2 (Low x) (conj X K))). split; split; intros; try lra; auto.
      - assert (K' : t < f x) by lra. pose proof (U x (proj2 (High x) (conj X K'))). split; split; intros; try lra; auto. }
    destruct low as [|a r] eqn:DL; [|destruct high as [|b q] eqn:DH].
    + destruct (least_of l g E) as [z [Z L]]. exists (g z - 1). apply Enough; [intros x []|].
      intros x X. apply High in X as [X _]. pose proof (L x X). lra.
    + destruct (greatest_of l g E) as [z [Z L]]. exists (g z + 1). apply Enough; [|intros x []].
      intros x X. apply Low in X as [X _]. pose proof (L x X). lra.
    + destruct (greatest_of (a :: r) g) as [y [Y G]]; [discriminate|].
      destruct (least_of (b :: q) g) as [z [Z L]]; [discriminate|].
      assert (K : g y < g z).
      { apply Low in Y as [Y Yt]. apply High in Z as [Z Zt]. apply (H y z Y Z). lra. }
      exists ((g y + g z) / 2). apply Enough.
      * intros x X. pose proof (G x X). lra.
      * intros x X. pose proof (L x X). lra.
Qed.
Lemma passed_alike s t s' t' a : (s < t <-> s' < t') -> (t < s <-> t' < s') -> passed s t a = passed s' t' a.
Proof.
  intros H K. unfold passed. destruct (Rlt_dec s t), (Rlt_dec s' t'); try tauto.
  destruct (Rlt_dec t s), (Rlt_dec t' s'); tauto.
Qed.

Section Alike.
Variables (l : sample) (f g : example -> R).
Hypothesis (E : l <> []) (H : same_order l f g).
Let lf := rescored l f.
Let lg := rescored l g.
Lemma F_alike k t t' a : parts_alike l f g t t' -> F lf k t a = F lg k t' a.
Proof.
  intros K. unfold lf, lg. rewrite !cdf_rescored. apply sum_ext. intros x X. f_equal. destruct (K x X). now apply passed_alike.
Qed.
Lemma rate_alike p t t' a : parts_alike l f g t t' -> Rate lf p t a = Rate lg p t' a.
Proof.
  intros K. unfold lf, lg. rewrite !rate_rescored. apply sum_ext. intros x X. f_equal. destruct (K x X). now apply passed_alike.
Qed.
Lemma Q_alike p t t' a c : parts_alike l f g t t' -> Q_place lf p t a c = Q_place lg p t' a c.
Proof. intros K. unfold Q_place. now rewrite !(F_alike _ t t' a K). Qed.
Lemma count_alike t t' : parts_alike l f g t t' ->
  sum lf (fun x => passed (score x) t 1) = sum lg (fun x => passed (score x) t' 1).
Proof.
  intros K. unfold lf, lg, rescored. rewrite !sum_map. apply sum_ext. intros x X. destruct (K x X). now apply passed_alike.
Qed.
End Alike.

(** A method of ranks alone: none that sets a threshold on scores. *)
Fixpoint of_ranks_alone (m : method) : Prop :=
  match m with on_scores _ => False | mix _ A B => of_ranks_alone A /\ of_ranks_alone B | _ => True end.
Lemma same_parts l f g t t' : parts_alike l f g t t' -> parts_alike l g f t' t.
Proof. intros K x X. destruct (K x X). split; now symmetry. Qed.
Lemma loses_alike l f g p v m c u x : l <> [] -> same_order l f g -> of_ranks_alone m ->
  loses (rescored l f) (Q_place (rescored l f) p) (Rate (rescored l f) p) v m c u x ->
  loses (rescored l g) (Q_place (rescored l g) p) (Rate (rescored l g) p) v m c u x.
Proof.
  intros E H. pose proof (same_order_sym l f g H) as H'. revert x.
  assert (Upto : forall t t' a z b, parts_alike l f g t t' -> In z l ->
    (upto (f z) b t a <-> upto (g z) b t' a) /\ (upto t a (f z) b <-> upto t' a (g z) b)).
  { intros t t' a z b K Z. destruct (K z Z). unfold upto. split; split; intros [L|[L U]]; (left; tauto) || (right; split; [lra|auto]).
    all: destruct (Rtotal_order (g z) t') as [?|[?|?]]; destruct (Rtotal_order (f z) t) as [?|[?|?]]; try lra; tauto. }
  induction m as [T|T|T|T| |q m1 I1 m2 I2]; simpl; intros x M L.
  - destruct M.
  - destruct L as [t [a [A [R ->]]]]. destruct (parted l f g t E H) as [t' K].
    exists t', a. rewrite (Q_alike l f g p t t' a c K). split; auto. split; auto.
    destruct v; simpl in *.
    + now rewrite <- (rate_alike l f g p t t' a K).
    + destruct R as [-> [R1 R2]]. rewrite <- (rate_alike l f g p t t' 1 K). repeat split; auto.
      intros r Hr. destruct (parted l g f r E H') as [r' K']. rewrite (rate_alike l g f p r r' 1 K') in *. auto.
    + destruct R as [-> R]. split; auto. intros r. rewrite <- (rate_alike l f g p t t' 1 K).
      destruct (parted l g f r E H') as [r' K']. rewrite (rate_alike l g f p r r' 1 K'). auto.
    + destruct R as [-> R]. split; auto. rewrite <- (count_alike l f g t t' K). unfold rescored in *. rewrite map_length in *. exact R.
  - destruct L as [t [a [A [[R1 R2] ->]]]]. destruct (parted l f g t E H) as [t' K].
    exists t', a. rewrite (Q_alike l f g p t t' a c K). split; [exact A|]. split; [|reflexivity]. split.
    + now rewrite <- (F_alike l f g true t t' a K).
    + intros y b Y Hb N. apply in_map_iff in Y as [z [<- Z]]. simpl in *.
      rewrite <- (F_alike l f g true (f z) (g z) b).
      * apply (R2 (with_score f z) b); auto; [now apply (in_map (with_score f))|]. simpl. now rewrite (proj1 (Upto t t' a z b K Z)).
      * intros e X. split; [apply (H e z X Z)|apply (H z e Z X)].
  - destruct L as [t [a [A [[R1 R2] ->]]]]. destruct (parted l f g t E H) as [t' K].
    exists t', a. rewrite (Q_alike l f g p t t' a c K). split; [exact A|]. split; [|reflexivity]. split.
    + now rewrite <- (F_alike l f g false t t' a K).
    + intros y b Y Hb N. apply in_map_iff in Y as [z [<- Z]]. simpl in *.
      rewrite <- (F_alike l f g false (f z) (g z) b).
      * apply (R2 (with_score f z) b); auto; [now apply (in_map (with_score f))|]. simpl. now rewrite (proj2 (Upto t t' a z b K Z)).
      * intros e X. split; [apply (H e z X Z)|apply (H z e Z X)].
  - revert L. refine (proj1 (least_alike (fun t => Q_place (rescored l f) p t 1 c) (fun t => Q_place (rescored l g) p t 1 c) x _ _)); intros t.
    + destruct (parted l f g t E H) as [t' K]. exists t'. exact (Q_alike l f g p t t' 1 c K).
    + destruct (parted l g f t E H') as [t' K]. exists t'. exact (Q_alike l g f p t t' 1 c K).
  - destruct L as [y [z [Y [Z ->]]]], M as [M1 M2]. exists y, z. auto.
Qed.

(** Axiom order_kept. h is strictly increasing on the scores of the examples. Any method of ranks alone and density, for costs at
    any class proportions and for skews, in any reading of the rates; either side has the value x if the other has.
    left: scored(loss(M, cost=w, condition=d, rates=v), h(s))
    relation: ==
    right: loss(M, cost=w, condition=d, rates=v) *)
Theorem order_kept l h p v w m x : both_classes l -> strictly_increasing l score h -> of_ranks_alone m ->
  (loss (rescored l (fun x => h (score x))) p v w m x <-> loss l p v w m x) /\
  (loss_for_skews (rescored l (fun x => h (score x))) v w m x <-> loss_for_skews l v w m x).
Proof.
  intros B S M. assert (E : l <> []) by (destruct (B true) as [y [Y _]]; intros ->; destruct Y).
  assert (O : same_order l (fun x => h (score x)) score).
  { intros y z Y Z. split; [|now apply S]. intros L. apply Rnot_le_lt. intros [K|K].
    - pose proof (S z y Z Y K). lra.
    - rewrite K in L. lra. }
  assert (G : forall p', loss (rescored l (fun x => h (score x))) p' v w m x <-> loss l p' v w m x).
  { intros p'. rewrite <- (rescored_own l) at 2. unfold loss. split; intros [f [K X]]; exists f; split; auto;
      intros c u C U; specialize (K c u C U); revert K; apply loses_alike; auto. now apply same_order_sym. }
  split; [apply G|]. rewrite !skews_balance_classes. apply G.
Qed.

(** * Scores by the blocks of the hull *)

(** Axiom scores_of_the_hull. A is AUCH, v is pav(s) at any class proportions; h is strictly increasing on its values.
    left: scored(AUC, h(pav(s)))
    relation: ==
    right: AUCH *)
Theorem scores_of_the_hull l p v h A : both_classes l -> proportions p -> is_pav l p v -> is_auch l A ->
  strictly_increasing l (fun x => v (score x)) h -> AUC (rescored l (fun x => h (v (score x)))) = A.
Proof.
  intros B P V0 HA S. destruct (pav_bounded l p v B P V0) as [u [V [N Eq]]].
  pose proof (p_pos p P false) as P0. pose proof (p_pos p P true) as P1.
  set (l' := rescored l (fun x => h (v (score x)))).
  assert (T : AUC l' = sum l (fun x => sum l (fun z => pooled l p u true x * pooled l p u false z
    * before_share (h (v (score z))) (h (v (score x)))))).
  { unfold AUC, Ek. unfold F. rewrite (mean_cdf_pairs l' (share l' true) (share l' false)). unfold l', rescored at 1. rewrite sum_map.
    set (b := fun r q => if Rlt_dec r q then 1 else if Rlt_dec q r then 0 else 1 / 2).
    assert (Bs : forall x z, In x l -> In z l -> before_share (h (v (score z))) (h (v (score x))) = b (u (score z)) (u (score x))).
    { intros x z X Z. rewrite !Eq by auto. unfold before_share, b, ind.
      pose proof (S x z X Z) as S1. pose proof (S z x Z X) as S2. cbv beta in S1, S2.
      destruct (Rtotal_order (v (score z)) (v (score x))) as [L|[L|L]].
      - specialize (S2 L). destruct (Rlt_dec (h (v (score z))) (h (v (score x)))), (Req_EM_T (h (v (score z))) (h (v (score x)))),
          (Rlt_dec (v (score z)) (v (score x))); lra.
      - rewrite L. destruct (Rlt_dec (h (v (score x))) (h (v (score x)))), (Req_EM_T (h (v (score x))) (h (v (score x)))),
          (Rlt_dec (v (score x)) (v (score x))); lra.
      - specialize (S1 L). destruct (Rlt_dec (h (v (score z))) (h (v (score x)))), (Req_EM_T (h (v (score z))) (h (v (score x)))),
          (Rlt_dec (v (score z)) (v (score x))), (Rlt_dec (v (score x)) (v (score z))); lra. }
    transitivity (sum l (fun x => share l true x * (fun q => sum l (fun z => pooled l p u false z * b (u (score z)) q)) (u (score x)))).
    - apply sum_ext. intros x X. unfold rescored. rewrite sum_map. cbv beta.
      rewrite <- (pooled_all l p u P V false (fun r => b r (u (score x)))), <- sum_scal. apply sum_ext. intros z Z.
      fold (rescored l (fun x => h (v (score x)))). rewrite !share_rescored. simpl. rewrite (Bs x z X Z). ring.
    - etransitivity; [exact (pooled_all l p u P V true (fun q => sum l (fun z => pooled l p u false z * b (u (score z)) q)))|].
      apply sum_ext. intros x X. cbv beta. rewrite <- sum_scal. apply sum_ext.
      intros z Z. rewrite (Bs x z X Z). ring. }
  pose proof (auch_pairs l p v A B P V0 HA) as HP.
  destruct (pooled_counts l p u B P V N false) as [_ S0]. destruct (pooled_counts l p u B P V N true) as [_ S1].
  assert (One : 1 = sum l (fun x => sum l (fun z => pooled l p u true x * pooled l p u false z))).
  { rewrite (sum_ext l _ (fun x => pooled l p u true x * 1)); [rewrite sum_scal_r, S1; ring|].
    intros x _. now rewrite sum_scal, S0. }
  assert (K : 2 * p false * p true * (1 - AUC l') = sum l (fun x => sum l (fun z => weight l p x * weight l p z *
    (Rmin (v (score x)) (v (score z)) - v (score x) * v (score z))))).
  { rewrite T, One at 1. rewrite <- sum_minus.
    replace (2 * p false * p true) with (2 * (p false * p true)) by ring. rewrite Rmult_assoc, <- sum_scal.
    rewrite (sum_ext l _ (fun x => sum l (fun z => weight l p x * weight l p z * (u (score x) * (1 - u (score z))
      * (1 - before_share (h (v (score z))) (h (v (score x)))))))).
    2: { intros x _. rewrite <- sum_minus, <- sum_scal. apply sum_ext. intros z _. unfold pooled. field. lra. }
    rewrite sum_pairs. apply sum_ext. intros x X. apply sum_ext. intros z Z. rewrite <- !Eq by auto.
    replace (weight l p z * weight l p x) with (weight l p x * weight l p z) by ring. rewrite <- Rmult_plus_distr_l. f_equal.
    pose proof (S x z X Z) as S1'. pose proof (S z x Z X) as S2'. cbv beta in S1', S2'. rewrite !Eq in * by auto.
    unfold before_share, ind. destruct (Rtotal_order (v (score x)) (v (score z))) as [L|[L|L]].
    - specialize (S1' L). rewrite Rmin_left by lra.
      destruct (Rlt_dec (h (v (score z))) (h (v (score x)))), (Req_EM_T (h (v (score z))) (h (v (score x)))),
        (Rlt_dec (h (v (score x))) (h (v (score z)))), (Req_EM_T (h (v (score x))) (h (v (score z)))); lra.
    - rewrite L. rewrite Rmin_left by lra.
      destruct (Rlt_dec (h (v (score z))) (h (v (score z)))), (Req_EM_T (h (v (score z))) (h (v (score z)))); lra.
    - specialize (S2' L). rewrite Rmin_right by lra.
      destruct (Rlt_dec (h (v (score z))) (h (v (score x)))), (Req_EM_T (h (v (score z))) (h (v (score x)))),
        (Rlt_dec (h (v (score x))) (h (v (score z)))), (Req_EM_T (h (v (score x))) (h (v (score z)))); lra. }
  rewrite <- K in HP. assert (D : 0 < p false * p true) by (now apply Rmult_lt_0_compat).
  apply Rmult_eq_reg_l with (2 * p false * p true); lra.
Qed.

(** Least costs are those of the threshold above which the calibrated score speaks for class 1. *)
Lemma cost_of_blocks l p v A B t : both_classes l -> proportions p -> is_pav l p v ->
  (forall x, In x l -> (t < score x <-> 0 < B * v (score x) - A * (1 - v (score x)))) ->
  cost l p A B t 1 = least_cost l p v A B.
Proof.
  intros C P V T. rewrite cost_sum by auto. unfold least_cost.
  pose proof (of_all score (is true) (weight l p) l v V) as O.
  pose proof (of_blocks score (is true) (weight l p) l v (fun r => ind (Rlt_dec 0 (B * r - A * (1 - r)))) V) as L.
  rewrite (sum_ext l _ (fun x => (weight l p x * Rmin (A * (1 - v (score x))) (B * v (score x)))
    + (B * (weight l p x * (is true x - v (score x)))
    - (A + B) * (ind (Rlt_dec 0 (B * v (score x) - A * (1 - v (score x)))) * (weight l p x * (is true x - v (score x))))))).
  - rewrite sum_plus, sum_minus, !sum_scal, O. cbv beta in L. rewrite L. ring.
  - intros x X. rewrite passed_threshold. specialize (T x X). unfold ind, Rmin.
    destruct (Rlt_dec t (score x)), (Rlt_dec 0 (B * v (score x) - A * (1 - v (score x)))); try tauto;
      destruct (Rle_dec (A * (1 - v (score x))) (B * v (score x))); try lra; try ring.
    assert (Q : A * (1 - v (score x)) = B * v (score x)) by lra. rewrite Q. ring.
Qed.
(** Scores that rise with the calibrated ones part the examples at blocks of the hull, and so have the same least costs. *)
Definition same_blocks (l : sample) (v : R -> R) (g : example -> R) : Prop :=
  forall x z, In x l -> In z l -> (v (score x) < v (score z) <-> g x < g z).
Lemma strictly_blocks l v h : strictly_increasing l (fun x => v (score x)) h -> same_blocks l v (fun x => h (v (score x))).
Proof.
  intros S x z X Z. split; [apply (S x z X Z)|]. intros L. apply Rnot_le_lt. intros [K|K].
  - pose proof (S z x Z X K). cbv beta in H. lra.
  - rewrite K in L. lra.
Qed.
Lemma least_of_blocks l p v g A B y : both_classes l -> proportions p -> is_pav l p v -> 0 <= A -> 0 <= B ->
  same_blocks l v g -> is_least (fun t => cost (rescored l g) p A B t 1) y <-> is_least (fun t => cost l p A B t 1) y.
Proof.
  intros C P V HA HB G. assert (E : l <> []) by (destruct (C true) as [z [Z _]]; intros ->; destruct Z).
  assert (M : forall a b, a <= b -> B * a - A * (1 - a) <= B * b - A * (1 - b)).
  { intros a b K. assert ((A + B) * a <= (A + B) * b) by (apply Rmult_le_compat_l; lra). lra. }
  apply (least_within _ _ (least_cost l p v A B)).
  - now apply least_cost_least.
  - intros t. destruct (upper_threshold l score g t E) as [r R].
    + intros x z X Z L. apply Rnot_lt_le. intros K. apply (G z x Z X) in K. pose proof (rises _ _ _ _ _ V x z X Z L). lra.
    + exists r. rewrite <- (rescored_own l) at 2. symmetry. now apply cost_rescored.
  - destruct (upper_threshold l g (fun x => B * v (score x) - A * (1 - v (score x))) 0 E) as [t T].
    { intros x z X Z L. apply M. apply Rnot_lt_le. intros K. apply (G z x Z X) in K. lra. }
    destruct (upper_threshold l score (fun x => B * v (score x) - A * (1 - v (score x))) 0 E) as [r R].
    { intros x z X Z L. apply M, (rises _ _ _ _ _ V x z X Z L). }
    exists t. rewrite <- (cost_of_blocks l p v A B r C P V R). rewrite <- (rescored_own l) at 2.
    apply cost_rescored. intros x X. now rewrite (T x X), (R x X).
Qed.

(** Axiom hull_of_the_hull. v is pav(s) at the class proportions p; h is strictly increasing on its values. Any density; either side
    has the value x if the other has.
    left: scored(loss(optimal, cost=w, condition=d), h(pav(s)))
    relation: ==
    right: loss(optimal, cost=w, condition=d) *)
Theorem hull_of_the_hull l p v h rates w x : both_classes l -> proportions p -> is_pav l p v ->
  strictly_increasing l (fun x => v (score x)) h ->
  (loss (rescored l (fun x => h (v (score x)))) p rates w optimal x <-> loss l p rates w optimal x) /\
  (loss_for_skews (rescored l (fun x => h (v (score x)))) rates w optimal x <-> loss_for_skews l rates w optimal x).
Proof.
  intros B P V S. apply strictly_blocks in S. set (g := fun x => h (v (score x))) in *. pose proof P as [P0 [P1 _]]. split.
  - apply optimal_alike. intros c y C.
    pose proof (least_of_blocks l p v g (2 * c) (2 * (1 - c)) y B P V (ltac:(lra)) (ltac:(lra)) S) as L.
    split; intros K.
    + apply (is_least_ext (fun t => cost l p (2 * c) (2 * (1 - c)) t 1) _ y y); [apply L|intros; now rewrite Q_cost|reflexivity].
      now apply (is_least_ext (fun t => Q_place (rescored l g) p t 1 c) _ y y); [|intros; rewrite Q_cost|].
    + apply (is_least_ext (fun t => cost (rescored l g) p (2 * c) (2 * (1 - c)) t 1) _ y y); [apply L|intros; now rewrite Q_cost|reflexivity].
      now apply (is_least_ext (fun t => Q_place l p t 1 c) _ y y); [|intros; rewrite Q_cost|].
  - assert (Z : forall m t z, Qz_place m t 1 z = cost m p (z / p false) ((1 - z) / p true) t 1).
    { intros m t z. unfold Qz_place, cost. field. lra. }
    assert (D : forall c y, 0 <= c <= 1 -> is_least (fun t => Qz_place (rescored l g) t 1 c) y <-> is_least (fun t => Qz_place l t 1 c) y).
    { intros c y C.
      assert (0 <= c / p false) by (apply Rdiv_le_0_compat; lra). assert (0 <= (1 - c) / p true) by (apply Rdiv_le_0_compat; lra).
      pose proof (least_of_blocks l p v g (c / p false) ((1 - c) / p true) y B P V (ltac:(lra)) (ltac:(lra)) S) as L.
      split; intros K.
      + apply (is_least_ext (fun t => cost l p (c / p false) ((1 - c) / p true) t 1) _ y y); [apply L|intros; now rewrite Z|reflexivity].
        now apply (is_least_ext (fun t => Qz_place (rescored l g) t 1 c) _ y y); [|intros; rewrite Z|].
      + apply (is_least_ext (fun t => cost (rescored l g) p (c / p false) ((1 - c) / p true) t 1) _ y y); [apply L|intros; now rewrite Z|reflexivity].
        now apply (is_least_ext (fun t => Qz_place l t 1 c) _ y y); [|intros; rewrite Z|]. }
    split; intros [f [K X]]; exists f; split; auto; intros c u C U; simpl; apply D; auto; apply (K c u C U).
Qed.

(** * Scores by the shares of class 1 *)

Lemma posterior_calibrates l p : both_classes l -> proportions p ->
  is_pav (rescored l (fun x => posterior l p (score x))) p (fun q => q).
Proof.
  intros B P. set (g := fun x => posterior l p (score x)). split.
  - auto.
  - intros q. unfold rescored. rewrite sum_map. fold (rescored l g).
    rewrite <- (posterior_levels l p (fun s => ind (Req_EM_T (posterior l p s) q)) B P).
    apply sum_ext. intros x X. rewrite weight_rescored. reflexivity.
  - intros t. right. unfold rescored. rewrite sum_map. fold (rescored l g).
    rewrite <- (posterior_levels l p (fun s => ind (Rlt_dec t (posterior l p s))) B P).
    apply sum_ext. intros x X. rewrite weight_rescored. reflexivity.
Qed.

(** Axiom best_thresholds_of_shares. h is strictly increasing on the shares. Any density; either side has the value x if the other has.
    left: scored(loss(optimal, cost=w), h(posterior(s)))
    relation: ==
    right: scored(loss(score(c), cost=w), posterior(s)) *)
Theorem best_thresholds_of_shares l p h v w x : both_classes l -> proportions p ->
  strictly_increasing l (fun x => posterior l p (score x)) h ->
  loss (rescored l (fun x => h (posterior l p (score x)))) p v w optimal x <->
  loss (rescored l (fun x => posterior l p (score x))) p v w (on_scores (fun c _ => c)) x.
Proof.
  intros B P S. set (g := fun x => posterior l p (score x)) in *. set (m := rescored l g).
  assert (E : rescored l (fun x => h (posterior l p (score x))) = rescored m (fun y => h (score y))).
  { unfold m, rescored. rewrite map_map. reflexivity. }
  rewrite E. pose proof (rescored_classes l g B) as C. fold m in C. pose proof (posterior_calibrates l p B P) as V. fold g m in V.
  assert (S' : same_blocks m (fun q => q) (fun y => h (score y))).
  { apply (strictly_blocks m (fun q => q) h). intros y z Y Z L. unfold m, rescored in Y, Z.
    apply in_map_iff in Y as [y' [<- Y]]. apply in_map_iff in Z as [z' [<- Z]]. simpl in *. now apply (S y' z'). }
  assert (K : forall c y, 0 <= c <= 1 -> is_least (fun t => Q_place (rescored m (fun y => h (score y))) p t 1 c) y
    <-> y = Q_place m p c 1 c).
  { intros c y D. pose proof (least_of_blocks m p (fun q => q) (fun y => h (score y)) (2 * c) (2 * (1 - c)) y C P V
      (ltac:(lra)) (ltac:(lra)) S') as L.
    assert (Best : Q_place m p c 1 c = least_cost m p (fun q => q) (2 * c) (2 * (1 - c))).
    { rewrite Q_cost. apply cost_of_blocks; auto. intros z _. split; lra. }
    pose proof (least_cost_least m p (fun q => q) (2 * c) (2 * (1 - c)) C P V (ltac:(lra)) (ltac:(lra))) as LL.
    assert (Q : is_least (fun t => Q_place (rescored m (fun y => h (score y))) p t 1 c) y <->
      is_least (fun t => cost m p (2 * c) (2 * (1 - c)) t 1) y).
    { rewrite <- L. split; intros X; eapply is_least_ext; try exact X; auto; intros; cbv beta; now rewrite Q_cost. }
    rewrite Q, Best. split; intros X; [now apply (is_least_unique _ _ _ X LL)|now rewrite X]. }
  split; intros [f [F X]]; exists f; split; auto; intros c u D U; simpl; apply K; auto; apply (F c u D U).
Qed.
