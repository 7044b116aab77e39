(** Expected losses of threshold choice methods. *)
Require Import Reals Lra List Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Least.
Import ListNotations.
Open Scope R_scope.

(** A density of the operating condition c, with u uniform and independent of it: any positive linear mean of functions
    of c and u in [0, 1]. [expects w f x]: f(c, u) has the mean x. The uniform one and points are below,
    those of Beta in [Beta.v]. *)
Record density := {
  expects : (R -> R -> R) -> R -> Prop;
  expects_one : forall f x y, expects f x -> expects f y -> x = y;
  expects_number : forall k, expects (fun _ _ => k) k;
  expects_linear : forall a b f g x y, expects f x -> expects g y ->
    expects (fun c u => a * f c u + b * g c u) (a * x + b * y);
  expects_same : forall f g x, (forall c u, 0 <= c <= 1 -> 0 <= u <= 1 -> f c u = g c u) -> expects f x -> expects g x;
  expects_le : forall f g x y, (forall c u, 0 <= c <= 1 -> 0 <= u <= 1 -> f c u <= g c u) ->
    expects f x -> expects g y -> x <= y }.

(** The uniform density: the mean over u, then that over c. *)
Definition uniform_expects (f : R -> R -> R) (x : R) : Prop := exists g : R -> R,
  (forall c, 0 <= c <= 1 -> is_RInt (V := R_NormedModule) (f c) 0 1 (g c)) /\
  is_RInt (V := R_NormedModule) g 0 1 x.
Lemma is_RInt_same (f g : R -> R) (x : R) : (forall u, 0 <= u <= 1 -> f u = g u) ->
  is_RInt (V := R_NormedModule) f 0 1 x -> is_RInt (V := R_NormedModule) g 0 1 x.
Proof.
  intros H. apply is_RInt_ext. rewrite Rmin_left, Rmax_right by lra. intros; apply H; lra.
Qed.
Lemma is_RInt_linear (f g : R -> R) a b x y : is_RInt (V := R_NormedModule) f 0 1 x ->
  is_RInt (V := R_NormedModule) g 0 1 y -> is_RInt (V := R_NormedModule) (fun u => a * f u + b * g u) 0 1 (a * x + b * y).
Proof.
  intros H K. apply (is_RInt_plus (V := R_NormedModule)); now apply (is_RInt_scal (V := R_NormedModule)).
Qed.
Lemma is_RInt_unique_value (f : R -> R) x y : is_RInt (V := R_NormedModule) f 0 1 x ->
  is_RInt (V := R_NormedModule) f 0 1 y -> x = y.
Proof. intros H K. rewrite <- (integral_is _ _ _ _ H). now apply integral_is. Qed.
Lemma is_RInt_const01 (k : R) : is_RInt (V := R_NormedModule) (fun _ => k) 0 1 k.
Proof. pose proof (is_integral _ _ _ (integrable_const k 0 1)) as H. now rewrite integral_const in H. Qed.
Lemma is_RInt_mono (f g : R -> R) x y : (forall u, 0 <= u <= 1 -> f u <= g u) ->
  is_RInt (V := R_NormedModule) f 0 1 x -> is_RInt (V := R_NormedModule) g 0 1 y -> x <= y.
Proof.
  intros L H K. apply (is_RInt_le f g 0 1); auto; [lra|]. intros; apply L; lra.
Qed.
Definition uniform : density.
Proof.
  refine {| expects := uniform_expects |}.
  - intros f x y [g [G Gx]] [h [K Kx]]. apply (is_RInt_unique_value g); auto.
    apply (is_RInt_same h); auto. intros c C. apply (is_RInt_unique_value (f c)); auto.
  - intros k. exists (fun _ => k). split; [intros c _|]; apply is_RInt_const01.
  - intros a b f g x y [f' [Hf Kf]] [g' [Hg Kg]]. exists (fun c => a * f' c + b * g' c). split.
    + intros c C. apply is_RInt_linear; auto.
    + apply is_RInt_linear; auto.
  - intros f g x H [f' [Hf Kf]]. exists f'. split; auto. intros c C. apply (is_RInt_same (f c)); auto.
  - intros f g x y H [f' [Hf Kf]] [g' [Hg Kg]]. apply (is_RInt_mono f' g'); auto. intros c C.
    apply (is_RInt_mono (f c) (g c)); auto.
Defined.

(** All of it at the cost proportion q. *)
Definition point (q : R) : 0 <= q <= 1 -> density.
Proof.
  intros Q. refine {| expects := fun f x => is_RInt (V := R_NormedModule) (f q) 0 1 x |}.
  - intros f x y. apply is_RInt_unique_value.
  - intros k. apply is_RInt_const01.
  - intros a b f g x y. apply is_RInt_linear.
  - intros f g x H. apply is_RInt_same. auto.
  - intros f g x y H. apply is_RInt_mono. auto.
Defined.

(** Threshold choice methods: on scores, on rates, on false and true positive rates, the optimal one, mixtures. *)
Inductive method :=
  | on_scores (T : R -> R -> R) | on_rates (T : R -> R -> R) | on_fpr (T : R -> R -> R) | on_tpr (T : R -> R -> R)
  | optimal | mix (q : R) (A B : method).
Fixpoint mixes_shares (m : method) : Prop :=
  match m with mix q A B => 0 <= q <= 1 /\ mixes_shares A /\ mixes_shares B | _ => True end.

(** How the place of a rate is read off the data. *)
Inductive reading := interpolated | step | nearest | cutpoints.
Definition reads (l : sample) (rate : R -> R -> R) (v : reading) (r t a : R) : Prop :=
  match v with
  | interpolated => rate t a = r
  | step => a = 1 /\ r <= rate t 1 /\ forall t', r <= rate t' 1 -> rate t 1 <= rate t' 1
  | nearest => a = 1 /\ forall t', Rabs (rate t 1 - r) <= Rabs (rate t' 1 - r)
  | cutpoints => a = 1 /\ let k := sum l (fun x => passed (score x) t 1) in
      k / (INR (length l) + 1) <= r <= (k + 1) / (INR (length l) + 1)
  end.
(** The greatest place with the false positive rate r: at all places of examples that are later it is more; and the
    least place with the true positive rate r: at all earlier ones it is less. *)
Definition greatest_at_fpr (l : sample) (r t a : R) : Prop := F l true t a = r /\
  forall x b, In x l -> 0 <= b <= 1 -> ~ upto (score x) b t a -> r < F l true (score x) b.
Definition least_at_tpr (l : sample) (r t a : R) : Prop := F l false t a = r /\
  forall x b, In x l -> 0 <= b <= 1 -> ~ upto t a (score x) b -> F l false (score x) b < r.

(** [loses m c u x]: x is what the method loses at c and u, where a place (t, a) loses [q t a c] and has a [rate t a]. *)
Fixpoint loses (l : sample) (q : R -> R -> R -> R) (rate : R -> R -> R) (v : reading) (m : method) (c u x : R) : Prop :=
  match m with
  | on_scores T => x = q (T c u) 1 c
  | on_rates T => exists t a, 0 <= a <= 1 /\ reads l rate v (T c u) t a /\ x = q t a c
  | on_fpr T => exists t a, 0 <= a <= 1 /\ greatest_at_fpr l (T c u) t a /\ x = q t a c
  | on_tpr T => exists t a, 0 <= a <= 1 /\ least_at_tpr l (T c u) t a /\ x = q t a c
  | optimal => is_least (fun t => q t 1 c) x
  | mix r A B => exists y z, loses l q rate v A c u y /\ loses l q rate v B c u z /\ x = r * y + (1 - r) * z
  end.
Definition mean_loss l q rate v (w : density) (m : method) (x : R) : Prop := exists f : R -> R -> R,
  (forall c u, 0 <= c <= 1 -> 0 <= u <= 1 -> loses l q rate v m c u (f c u)) /\ expects w f x.
(** The expected loss for cost proportions, at any class proportions, has the value x; and that for skews. *)
Definition loss l p := mean_loss l (Q_place l p) (Rate l p).
Definition Qz_place (l : sample) (t a z : R) : R := z * (1 - F l false t a) + (1 - z) * F l true t a.
Definition Rz (l : sample) (t a : R) : R := (F l false t a + F l true t a) / 2.
Definition loss_for_skews l := mean_loss l (Qz_place l) (Rz l).

(** Axiom loss_on_scores. Any density; either side has the value x if the other has.
    left: loss(score(T), cost=w)
    relation: ==
    right: Ec(Qc(T, c), w) *)
Theorem loss_on_scores l p v w T x :
  loss l p v w (on_scores T) x <-> expects w (fun c u => Qc l p (T c u) c) x.
Proof.
  split.
  - intros [f [H K]]. apply (expects_same w f); auto.
  - intros H. exists (fun c u => Qc l p (T c u) c). split; auto. reflexivity.
Qed.

(** Places of the same rate lose the same. *)
Lemma same_rate l p t a r b : both_classes l -> proportions p -> 0 <= a <= 1 -> 0 <= b <= 1 ->
  Rate l p t a = Rate l p r b -> F l false t a = F l false r b /\ F l true t a = F l true r b.
Proof.
  intros B [P0 [P1 _]] A A' H. rewrite !Rate_both in H. unfold F in *.
  destruct (Rtotal_order t r) as [L | [-> | L]].
  - pose proof (cdf_upto l (share l false) t a r b (share_counts l false B) A A' (or_introl L)).
    pose proof (cdf_upto l (share l true) t a r b (share_counts l true B) A A' (or_introl L)). split; nra.
  - assert (U : upto r a r b \/ upto r b r a) by (unfold upto; destruct (Rle_dec a b); [left|right]; right; lra).
    destruct U as [U | U].
    + pose proof (cdf_upto l (share l false) r a r b (share_counts l false B) A A' U).
      pose proof (cdf_upto l (share l true) r a r b (share_counts l true B) A A' U). split; nra.
    + pose proof (cdf_upto l (share l false) r b r a (share_counts l false B) A' A U).
      pose proof (cdf_upto l (share l true) r b r a (share_counts l true B) A' A U). split; nra.
  - pose proof (cdf_upto l (share l false) r b t a (share_counts l false B) A' A (or_introl L)).
    pose proof (cdf_upto l (share l true) r b t a (share_counts l true B) A' A (or_introl L)). split; nra.
Qed.

(** Axiom loss_on_rates. (t, a) is threshold_at(T), any place of that rate. Any density; either side has the value x if the other has.
    left: loss(rate(T), cost=w)
    relation: ==
    right: Ec(Qc(threshold_at(T), c), w) *)
Theorem loss_on_rates l p w T t a x : both_classes l -> proportions p ->
  (forall c u, 0 <= c <= 1 -> 0 <= u <= 1 -> 0 <= a c u <= 1 /\ Rate l p (t c u) (a c u) = T c u) ->
  loss l p interpolated w (on_rates T) x <-> expects w (fun c u => Q_place l p (t c u) (a c u) c) x.
Proof.
  intros B P H. split.
  - intros [f [K X]]. apply (expects_same w f); auto. intros c u C U. destruct (K c u C U) as [r [b [Hb [Hr ->]]]].
    destruct (H c u C U) as [Ha Hr']. simpl in Hr. unfold Q_place.
    destruct (same_rate l p r b (t c u) (a c u) B P Hb Ha) as [-> ->]; [congruence|reflexivity].
  - intros X. exists (fun c u => Q_place l p (t c u) (a c u) c). split; auto. intros c u C U.
    destruct (H c u C U). exists (t c u), (a c u). auto.
Qed.

(** Axiom loss_of_optimal. f is least_loss(c), a least loss that is attained at each c. Any density.
    left: loss(optimal, cost=w)
    relation: ==
    right: Ec(least_loss(c), w) *)
Theorem loss_of_optimal l p v w f x : (forall c, 0 <= c <= 1 -> is_least (fun t => Qc l p t c) (f c)) ->
  loss l p v w optimal x <-> expects w (fun c _ => f c) x.
Proof.
  intros H. split.
  - intros [g [K X]]. apply (expects_same w g); auto. intros c u C U. destruct (K c u C U) as [G [t Gt]].
    destruct (H c C) as [L [r Lr]]. apply Rle_antisym.
    + rewrite <- Lr. apply G.
    + rewrite <- Gt. apply L.
  - intros X. exists (fun c _ => f c). split; auto. intros c u C _. now apply H.
Qed.

(** Axiom loss_of_mixture. Any density, for costs at any class proportions and for skews, in any reading of the rates.
    left: loss(mix(q, A, B), cost=w, condition=d)
    relation: ==
    right: q*loss(A, cost=w, condition=d) + (1 - q)*loss(B, cost=w, condition=d) *)
Theorem loss_of_mixture l p v w q A B x y :
  (loss l p v w A x -> loss l p v w B y -> loss l p v w (mix q A B) (q * x + (1 - q) * y)) /\
  (loss_for_skews l v w A x -> loss_for_skews l v w B y -> loss_for_skews l v w (mix q A B) (q * x + (1 - q) * y)).
Proof.
  split; intros [f [Hf Kf]] [g [Hg Kg]]; exists (fun c u => q * f c u + (1 - q) * g c u); split;
    try (now apply expects_linear); intros c u C U; exists (f c u), (g c u); auto.
Qed.

Lemma skew_is_half l : Qz_place l = Q_place l halves /\ Rz l = Rate l halves.
Proof.
  split; repeat (apply functional_extensionality; intro).
  - unfold Qz_place, Q_place, halves. field.
  - rewrite Rate_both. unfold Rz, halves. field.
Qed.
(** Axiom skews_balance_classes. Any method and density; balanced puts both class proportions to 1/2, also those of the rates.
    left: loss(M, cost=w, condition=skew)
    relation: ==
    right: balanced(loss(M, cost=w)) *)
Theorem skews_balance_classes l v w m x : loss_for_skews l v w m x <-> loss l halves v w m x.
Proof. unfold loss_for_skews, loss. destruct (skew_is_half l) as [-> ->]. tauto. Qed.

(** Axiom false_positives_at_a_rate. (t, a) is threshold_at(r): a place, perhaps among ties, at which R is r.
    left: F1(threshold_at(r))
    relation: ==
    right: (r - pi0*F0(threshold_at(r)))/pi1 *)
Theorem false_positives_at_a_rate l p r t a : proportions p -> Rate l p t a = r ->
  F l true t a = (r - p false * F l false t a) / p true.
Proof. intros [_ [P1 _]] <-. rewrite Rate_both. field. lra. Qed.

(** A place loses no less than the best threshold, and no less than zero. *)
Lemma place_loses l p t a c y : both_classes l -> proportions p -> 0 <= a <= 1 -> 0 <= c <= 1 ->
  is_least (fun t => Q_place l p t 1 c) y -> y <= Q_place l p t a c.
Proof.
  intros B P A C [L _]. destruct (pav_exists l p B P) as [v V].
  destruct (least_cost_attained l p v (2 * c) (2 * (1 - c)) B P V) as [r Hr]; try lra.
  pose proof (L r) as L'. change (Q_place l p r 1 c) with (Qc l p r c) in L'. rewrite Qc_cost, Hr in L'.
  eapply Rle_trans; [exact L'|]. eapply Rle_trans; [apply (least_cost_below l p v _ _ t a); auto; lra|].
  right. unfold Q_place, cost. ring.
Qed.
Lemma place_not_negative l p t a c : both_classes l -> proportions p -> 0 <= a <= 1 -> 0 <= c <= 1 ->
  0 <= Q_place l p t a c.
Proof.
  intros B [P0 [P1 _]] A C. unfold Q_place. pose proof (cdf_01 l _ t a (share_counts l false B) A).
  pose proof (cdf_01 l _ t a (share_counts l true B) A). fold (F l false t a) in H. fold (F l true t a) in H0.
  assert (0 <= c * p false * (1 - F l false t a)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (1 - c) * p true * F l true t a) by (repeat apply Rmult_le_pos; lra). lra.
Qed.
Lemma reads_place l rate v r t a : 0 <= a <= 1 -> reads l rate v r t a -> 0 <= a <= 1.
Proof. auto. Qed.
Lemma method_loses l p v m c u x y : both_classes l -> proportions p -> 0 <= c <= 1 -> mixes_shares m ->
  is_least (fun t => Q_place l p t 1 c) y -> loses l (Q_place l p) (Rate l p) v m c u x -> y <= x.
Proof.
  intros B P C. revert x. induction m as [T|T|T|T| |q m1 I1 m2 I2]; simpl; intros x M Y H.
  - subst x. apply place_loses; auto; lra.
  - destruct H as [t [a [A [_ ->]]]]. now apply place_loses.
  - destruct H as [t [a [A [_ ->]]]]. now apply place_loses.
  - destruct H as [t [a [A [_ ->]]]]. now apply place_loses.
  - destruct Y as [Y _], H as [_ [t <-]]. apply Y.
  - destruct H as [x1 [x2 [H1 [H2 ->]]]]. destruct M as [Q [M1 M2]].
    pose proof (I1 x1 M1 Y H1). pose proof (I2 x2 M2 Y H2). nra.
Qed.

(** Axiom optimal_is_least. Any method whose mixtures have shares in [0, 1], any density, for costs at any class proportions and
    for skews, in any reading of the rates.
    left: loss(optimal, cost=w, condition=d)
    relation: <=
    right: loss(M, cost=w, condition=d, rates=v) *)
Theorem optimal_is_least l p v w m x y : both_classes l -> proportions p -> mixes_shares m ->
  (loss l p v w optimal x -> loss l p v w m y -> x <= y) /\
  (loss_for_skews l v w optimal x -> loss_for_skews l v w m y -> x <= y).
Proof.
  intros B P M. assert (G : forall p', proportions p' -> loss l p' v w optimal x -> loss l p' v w m y -> x <= y).
  { intros p' P' [f [Hf Kf]] [g [Hg Kg]]. apply (expects_le w f g); auto. intros c u C U.
    apply (method_loses l p' v m c u); auto. apply (Hf c u C U). }
  split; [now apply G|]. rewrite !skews_balance_classes. apply G, halves_proportions.
Qed.

(** Axiom loss_is_not_negative. Any method whose mixtures have shares in [0, 1], any density, for costs at any class proportions
    and for skews, in any reading of the rates.
    left: 0
    relation: <=
    right: loss(M, cost=w, condition=d, rates=v) *)
Theorem loss_is_not_negative l p v w m x : both_classes l -> proportions p -> mixes_shares m ->
  (loss l p v w m x -> 0 <= x) /\ (loss_for_skews l v w m x -> 0 <= x).
Proof.
  intros B P M. assert (G : forall p', proportions p' -> loss l p' v w m x -> 0 <= x).
  { intros p' P' [f [Hf Kf]]. apply (expects_le w (fun _ _ => 0) f); auto; [|apply expects_number]. intros c u C U.
    specialize (Hf c u C U). revert Hf. generalize (f c u). clear f Kf. induction m as [T|T|T|T| |q m1 I1 m2 I2];
      simpl in *; intros z Z.
    - subst z. apply place_not_negative; auto; lra.
    - destruct Z as [t [a [A [_ ->]]]]. now apply place_not_negative.
    - destruct Z as [t [a [A [_ ->]]]]. now apply place_not_negative.
    - destruct Z as [t [a [A [_ ->]]]]. now apply place_not_negative.
    - destruct Z as [_ [t <-]]. apply place_not_negative; auto; lra.
    - destruct Z as [z1 [z2 [H1 [H2 ->]]]]. destruct M as [Q [M1 M2]].
      pose proof (I1 M1 z1 H1). pose proof (I2 M2 z2 H2). nra. }
  split; [now apply G|]. rewrite skews_balance_classes. apply G, halves_proportions.
Qed.

(** Under uniform costs a place that ignores c loses its error rate. *)
Lemma uniform_error l p (t a : R -> R) x mer : both_classes l -> proportions p -> (forall u, 0 <= u <= 1 -> 0 <= a u <= 1) ->
  is_least (error_rate l p) mer -> expects uniform (fun c u => Q_place l p (t u) (a u) c) x -> mer <= x.
Proof.
  intros B P A [L _] [g [G X]].
  assert (E0 : forall u, 0 <= u <= 1 -> 2 * mer <= Q_place l p (t u) (a u) 0 + Q_place l p (t u) (a u) 1).
  { intros u U. destruct (pav_exists l p B P) as [v V].
    destruct (least_cost_attained l p v 1 1 B P V) as [r Hr]; try lra.
    pose proof (L r) as Lr. rewrite error_Qc, Hr in Lr by auto.
    pose proof (least_cost_below l p v 1 1 (t u) (a u) B P V (ltac:(lra)) (ltac:(lra)) (A u U)) as K.
    unfold Q_place, cost in *. lra. }
  assert (Aff : forall c, 0 <= c <= 1 -> c * g 1 + (1 - c) * g 0 = g c).
  { intros c C. apply (is_RInt_unique_value (fun u => Q_place l p (t u) (a u) c)); [|now apply G].
    apply (is_RInt_same (fun u => c * Q_place l p (t u) (a u) 1 + (1 - c) * Q_place l p (t u) (a u) 0)).
    - intros u _. unfold Q_place. ring.
    - apply is_RInt_linear; apply G; lra. }
  assert (H : 2 * mer <= 1 * g 0 + 1 * g 1).
  { apply (is_RInt_mono (fun _ => 2 * mer) (fun u => 1 * Q_place l p (t u) (a u) 0 + 1 * Q_place l p (t u) (a u) 1)).
    - intros u U. pose proof (E0 u U). lra.
    - apply is_RInt_const01.
    - apply is_RInt_linear; apply G; lra. }
  assert (X' : x = g 0 + (g 1 - g 0) / 2); [|lra].
  destruct (integral_affine (g 0) (g 1 - g 0)) as [I J]. rewrite <- J. apply (is_RInt_unique_value g); auto.
  apply (is_RInt_same (fun c => g 0 + c * (g 1 - g 0))); [|now apply is_integral].
  intros c C. rewrite <- (Aff c C). ring.
Qed.

(** Axiom no_threshold_errs_less. T is any function of u; mer is MER; any class proportions.
    left: MER
    relation: <=
    right: loss(score(T)) *)
Theorem no_threshold_errs_less l p v T x mer : both_classes l -> proportions p -> is_least (error_rate l p) mer ->
  loss l p v uniform (on_scores (fun _ u => T u)) x -> mer <= x.
Proof.
  intros B P M H. apply (uniform_error l p T (fun _ => 1) x mer); auto; [intros; lra|].
  apply loss_on_scores in H. exact H.
Qed.

(** Axiom no_rate_errs_less. T is any function of u, and (t, a) is threshold_at(T); mer is MER; any class proportions.
    left: MER
    relation: <=
    right: loss(rate(T)) *)
Theorem no_rate_errs_less l p T t a x mer : both_classes l -> proportions p -> is_least (error_rate l p) mer ->
  (forall u, 0 <= u <= 1 -> 0 <= a u <= 1 /\ Rate l p (t u) (a u) = T u) ->
  loss l p interpolated uniform (on_rates (fun _ u => T u)) x -> mer <= x.
Proof.
  intros B P M H K. apply (uniform_error l p t a x mer); auto; [intros; now apply H|].
  apply (loss_on_rates l p uniform (fun _ u => T u) (fun _ u => t u) (fun _ u => a u)); auto.
Qed.
