(** What the lines of a proof document are made of: sums under means, signs, values of means over the condition. *)
Require Import Reals Lra Lia List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Shares Ranks Least.
Import ListNotations.
Open Scope R_scope.

(** * Functions that are continuous between finitely many cuts *)

Definition between (cuts : list R) (x y : R) : Prop := forall q, In q cuts -> q <= x \/ y <= q.
Definition continuous_between (f : R -> R) (x y : R) : Prop :=
  exists g : R -> R, (forall t, continuous g t) /\ forall t, x < t < y -> f t = g t.
Definition piecewise (f : R -> R) : Prop :=
  exists cuts, forall x y, x < y -> between cuts x y -> continuous_between f x y.

Lemma piecewise_part f cuts : forall a b, a <= b ->
  (forall x y, a <= x -> x < y -> y <= b -> between cuts x y -> continuous_between f x y) -> integrable f a b.
Proof.
  induction cuts as [|q r IH]; intros a b L H.
  - destruct L as [L | <-]; [|apply (ex_RInt_point (V := R_NormedModule))].
    destruct (H a b (Rle_refl a) L (Rle_refl b)) as [g [G E]]; [intros q []|].
    apply integrable_ext with g; [lra|intros; symmetry; now apply E|now apply continuous_integrable].
  - assert (K : forall x y, between r x y -> q <= x \/ y <= q -> between (q :: r) x y).
    { intros x y B C z [<- | Z]; auto. }
    destruct (Rle_dec q a) as [A|A]; [|destruct (Rle_dec b q) as [C|C]].
    + apply IH; auto. intros x y X Y Z B. apply H; auto. apply K; auto. left. lra.
    + apply IH; auto. intros x y X Y Z B. apply H; auto. apply K; auto. right. lra.
    + apply (ex_RInt_Chasles (V := R_NormedModule)) with q; apply IH; try lra; intros x y X Y Z B;
        apply H; try lra; apply K; auto.
Qed.
Lemma piecewise_integrable f a b : piecewise f -> a <= b -> integrable f a b.
Proof. intros [cuts H] L. apply (piecewise_part f cuts); auto. Qed.

Lemma piecewise_continuous (f : R -> R) : (forall t, continuous f t) -> piecewise f.
Proof. intros C. exists []. intros x y _ _. now exists f. Qed.
Lemma piecewise_const k : piecewise (fun _ => k).
Proof. apply piecewise_continuous. intros. apply continuous_const. Qed.
Lemma piecewise_id : piecewise (fun t => t).
Proof. apply piecewise_continuous. intros. apply continuous_id. Qed.
Lemma piecewise_both f g (h : R -> R -> R) :
  (forall f' g' : R -> R, (forall t, continuous f' t) -> (forall t, continuous g' t) -> forall t, continuous (fun t => h (f' t) (g' t)) t) ->
  piecewise f -> piecewise g -> piecewise (fun t => h (f t) (g t)).
Proof.
  intros H [cf Cf] [cg Cg]. exists (cf ++ cg). intros x y L B.
  destruct (Cf x y L) as [f' [F1 F2]]; [intros q Q; apply B, in_or_app; auto|].
  destruct (Cg x y L) as [g' [G1 G2]]; [intros q Q; apply B, in_or_app; auto|].
  exists (fun t => h (f' t) (g' t)). split; [now apply H|]. intros t T. now rewrite F2, G2.
Qed.
Lemma piecewise_plus f g : piecewise f -> piecewise g -> piecewise (fun t => f t + g t).
Proof. apply piecewise_both. intros. now apply (continuous_plus (V := R_NormedModule)). Qed.
Lemma piecewise_minus f g : piecewise f -> piecewise g -> piecewise (fun t => f t - g t).
Proof. apply piecewise_both. intros. now apply (continuous_minus (V := R_NormedModule)). Qed.
Lemma piecewise_mult f g : piecewise f -> piecewise g -> piecewise (fun t => f t * g t).
Proof. apply piecewise_both. intros. now apply (continuous_mult (K := R_AbsRing)). Qed.
Lemma piecewise_max f g : piecewise f -> piecewise g -> piecewise (fun t => Rmax (f t) (g t)).
Proof. apply piecewise_both. intros. now apply Rmax_continuous. Qed.
Lemma piecewise_min f g : piecewise f -> piecewise g -> piecewise (fun t => Rmin (f t) (g t)).
Proof. apply piecewise_both. intros. now apply Rmin_continuous. Qed.
Lemma piecewise_opp f : piecewise f -> piecewise (fun t => - f t).
Proof.
  intros H. destruct (piecewise_minus (fun _ => 0) f (piecewise_const 0) H) as [cuts C]. exists cuts. intros x y L B.
  destruct (C x y L B) as [g [G E]]. exists g. split; auto. intros t T. rewrite <- E by auto. ring.
Qed.
Lemma piecewise_abs f : piecewise f -> piecewise (fun t => Rabs (f t)).
Proof.
  intros H. destruct (piecewise_max f (fun t => - f t) H (piecewise_opp f H)) as [cuts C]. exists cuts. intros x y L B.
  destruct (C x y L B) as [g [G E]]. exists g. split; auto. intros t T. rewrite <- E by auto. unfold Rmax, Rabs.
  destruct Rle_dec, Rcase_abs; lra.
Qed.
Lemma piecewise_sqrt f : piecewise f -> piecewise (fun t => sqrt (f t)).
Proof.
  intros [cuts C]. exists cuts. intros x y L B. destruct (C x y L B) as [g [G E]]. exists (fun t => sqrt (g t)).
  split; [intros t; apply (continuous_comp g sqrt); [apply G|apply continuous_sqrt]|]. intros t T. now rewrite E.
Qed.
Lemma piecewise_div f k : piecewise f -> piecewise (fun t => f t / k).
Proof. intros H. apply piecewise_mult; auto. apply piecewise_const. Qed.
Lemma piecewise_pow f n : piecewise f -> piecewise (fun t => f t ^ n).
Proof. intros H. induction n; simpl; [apply piecewise_const|now apply piecewise_mult]. Qed.
Lemma piecewise_affine m q : piecewise (fun t => m * t + q).
Proof. apply piecewise_plus; [apply piecewise_mult|]; (apply piecewise_const || apply piecewise_id). Qed.
Lemma piecewise_of_affine f : (forall c, f c = (f 1 - f 0) * c + f 0) -> piecewise f.
Proof.
  intros F. destruct (piecewise_affine (f 1 - f 0) (f 0)) as [cuts C]. exists cuts. intros x y X Y. destruct (C x y X Y) as [g [G E]].
  exists g. split; auto. intros t T. rewrite <- E by auto. apply F.
Qed.

(** One where d is positive, and else zero. *)
Definition above (d : R) : R := ind (Rlt_dec 0 d).
Lemma above_1 d : 0 < d -> above d = 1.
Proof. intros H. unfold above, ind. destruct Rlt_dec; lra. Qed.
Lemma above_0 d : d <= 0 -> above d = 0.
Proof. intros H. unfold above, ind. destruct Rlt_dec; lra. Qed.
Lemma lt_above x y : ind (Rlt_dec x y) = above (y - x).
Proof. unfold above, ind. destruct (Rlt_dec x y), (Rlt_dec 0 (y - x)); lra. Qed.
Lemma le_above x y : ind (Rle_dec x y) = 1 - above (x - y).
Proof. unfold above, ind. destruct (Rle_dec x y), (Rlt_dec 0 (x - y)); lra. Qed.
Lemma above_scaled k d e : 0 < k -> d = k * e -> above d = above e.
Proof.
  intros K ->. destruct (Rlt_dec 0 e) as [E|E].
  - rewrite !above_1; auto. now apply Rmult_lt_0_compat.
  - rewrite !above_0; [reflexivity|lra|]. nra.
Qed.
Lemma above_square d : above d * above d = above d.
Proof. unfold above, ind. destruct Rlt_dec; ring. Qed.
Lemma piecewise_above f : (exists m q, forall t, f t = m * t + q) -> piecewise (fun t => above (f t)).
Proof.
  intros [m [q H]]. exists [- q / m]. intros x y L B. destruct (B (- q / m)) as [C|C]; [now left| |].
  all: destruct (Rtotal_order m 0) as [M | [M | M]].
  all: try (exists (fun _ => above q); split; [intros; apply continuous_const|]; intros t T; rewrite H, M; f_equal; ring).
  all: assert (Q : - q / m * m = - q) by (field; lra).
  - exists (fun _ => 0). split; [intros; apply continuous_const|]. intros t T. rewrite H. apply above_0.
    assert (m * t <= m * (- q / m)); [|lra]. nra.
  - exists (fun _ => 1). split; [intros; apply continuous_const|]. intros t T. rewrite H. apply above_1.
    assert (m * (- q / m) < m * t); [|lra]. apply Rmult_lt_compat_l; lra.
  - exists (fun _ => 1). split; [intros; apply continuous_const|]. intros t T. rewrite H. apply above_1.
    assert (m * (- q / m) < m * t); [|lra]. nra.
  - exists (fun _ => 0). split; [intros; apply continuous_const|]. intros t T. rewrite H. apply above_0.
    assert (m * t <= m * (- q / m)); [|lra]. nra.
Qed.
Lemma piecewise_F l k s : piecewise (fun a => F l k s a).
Proof.
  destruct (piecewise_affine (tied l (share l k) s) (lower l (share l k) s)) as [cuts C]. exists cuts. intros x y L B.
  destruct (C x y L B) as [g [G E]]. exists g. split; auto. intros t T. rewrite <- E by auto. unfold F.
  rewrite cdf_tie. ring.
Qed.
Lemma piecewise_Rate l p s : piecewise (fun a => Rate l p s a).
Proof.
  destruct (piecewise_affine (tied l (weight l p) s) (lower l (weight l p) s)) as [cuts C]. exists cuts. intros x y L B.
  destruct (C x y L B) as [g [G E]]. exists g. split; auto. intros t T. rewrite <- E by auto. unfold Rate.
  rewrite cdf_tie. ring.
Qed.
Ltac pieces := repeat first
  [ apply piecewise_const | apply piecewise_id | apply piecewise_F | apply piecewise_Rate | apply piecewise_plus
  | apply piecewise_minus | apply piecewise_mult | apply piecewise_opp | apply piecewise_div | apply piecewise_pow
  | apply piecewise_max | apply piecewise_min | apply piecewise_abs | apply piecewise_sqrt ].

(** * Sums under a mean *)

Fixpoint combined (ts : list (R * (R -> R -> R))) (s a : R) : R :=
  match ts with [] => 0 | (k, f) :: r => k * f s a + combined r s a end.
Fixpoint combined_value (m : (R -> R -> R) -> R) (ts : list (R * (R -> R -> R))) : R :=
  match ts with [] => 0 | (k, f) :: r => k * m f + combined_value m r end.
Definition scored (l : sample) (s : R) : Prop := exists x, In x l /\ score x = s.

Lemma has_mean_pieces l f : (forall s, piecewise (fun a => f s a)) -> has_mean l f.
Proof. intros H x _. apply piecewise_integrable; [apply H|lra]. Qed.
Lemma has_mean_combined l ts : (forall t, In t ts -> has_mean l (snd t)) -> has_mean l (combined ts).
Proof.
  induction ts as [|[k f] r IH]; intros H.
  - apply (has_mean_plain l (fun _ => 0)).
  - apply (has_mean_plus l (fun s a => k * f s a) (combined r)).
    + apply has_mean_scal. apply (H (k, f)). now left.
    + apply IH. intros t T. apply H. now right.
Qed.
Lemma Ek_same l k f g : (forall s a, scored l s -> 0 < a < 1 -> f s a = g s a) -> Ek l k f = Ek l k g.
Proof. intros H. apply mean_ext. intros x a X A. apply H; auto. now exists x. Qed.
Lemma E_same l p f g : (forall s a, scored l s -> 0 < a < 1 -> f s a = g s a) -> E l p f = E l p g.
Proof. intros H. apply mean_ext. intros x a X A. apply H; auto. now exists x. Qed.
Lemma Ek_combined l k f ts : (forall s a, scored l s -> 0 < a < 1 -> f s a = combined ts s a) ->
  (forall t, In t ts -> has_mean l (snd t)) -> Ek l k f = combined_value (Ek l k) ts.
Proof.
  intros E H. rewrite (Ek_same l k f (combined ts) E). clear E. induction ts as [|[r g] ts IH].
  - simpl. unfold Ek. change (combined []) with (fun s a : R => 0). rewrite (mean_plain l _ (fun _ => 0)).
    transitivity (sum l (fun _ => 0)); [|apply sum_zero]. apply sum_ext. intros; ring.
  - assert (G : has_mean l g) by (apply (H (r, g)); now left).
    assert (T : forall t, In t ts -> has_mean l (snd t)) by (intros t T; apply H; now right).
    simpl combined_value. rewrite <- (IH T). unfold Ek.
    rewrite <- (mean_scal l (share l k) r g G). rewrite <- (mean_plus l (share l k) (fun s a => r * g s a) (combined ts)).
    + reflexivity.
    + now apply has_mean_scal.
    + now apply has_mean_combined.
Qed.
Lemma Ek_one l k : both_classes l -> Ek l k (fun _ _ => 1) = 1.
Proof. intros B. apply mean_const. now apply share_counts. Qed.
(** The mean of a power of the rank. *)
Lemma integral_power j : integrable (fun u => u ^ j) 0 1 /\ integral (fun u => u ^ j) 0 1 = 1 / (INR j + 1).
Proof.
  pose proof (pos_INR j). destruct (integral_derivative (fun u => u ^ S j / (INR j + 1)) (fun u => u ^ j) 0 1) as [I J].
  - lra.
  - intros. auto_derive; auto. change (match j with O => 1 | S _ => INR j + 1 end) with (INR (S j)).
    rewrite S_INR. cbn [Nat.pred pow]. field. lra.
  - intros. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
  - split; [exact I|]. rewrite J, pow1, pow_i by lia. field. lra.
Qed.
Lemma Ek_ranks l k j : both_classes l -> Ek l k (fun s a => F l k s a ^ j) = 1 / (INR j + 1).
Proof.
  intros B. destruct (integral_power j) as [I <-]. apply (cdf_is_uniform l k (fun u => u ^ j) B I).
Qed.
Lemma E_ranks l p j : both_classes l -> proportions p -> E l p (fun s a => Rate l p s a ^ j) = 1 / (INR j + 1).
Proof.
  intros B P. destruct (integral_power j) as [I <-]. apply (rate_is_uniform l p (fun u => u ^ j) B P I).
Qed.
Lemma is_least_one f x y : is_least f x -> is_least f y -> x = y.
Proof. intros [L [t T]] [K [r Q]]. apply Rle_antisym; [rewrite <- Q|rewrite <- T]; auto. Qed.
Lemma sizes l : both_classes l -> 0 < INR (length l).
Proof. intros B. destruct (B true) as [x [X _]]. destruct l; [destruct X|]. apply lt_0_INR. simpl. lia. Qed.
Lemma two_examples l : both_classes l -> 2 <= INR (length l).
Proof.
  intros B. destruct (B true) as [x [X K]], (B false) as [y [Y J]]. destruct l as [|z [|q r]]; [destruct X| |].
  - destruct X as [-> | []]. destruct Y as [<- | []]. congruence.
  - change 2 with (INR 2). apply le_INR. simpl. lia.
Qed.

(** * What closes a line *)

Ltac side := repeat split; try assumption; try lra; try nra;
  try (first [apply Rgt_not_eq | apply Rlt_not_eq]; first [lra | nra]).
(** The square of what is 0 or 1, and of a positive part, is it, or a multiple of it. *)
Ltac idempotent := match goal with |- context [Rmax] => idtac | |- context [above] => idtac end;
  unfold above, ind, Rmax; repeat (destruct Rle_dec || destruct Rlt_dec); solve [ring | field; side | lra].
Ltac fld := try reflexivity; try (match goal with H : ?p true = 1 - ?p false |- _ => rewrite ?H end);
  first [reflexivity | ring | solve [field; side] | idempotent | solve [unfold halves; first [ring | field; side]] | field; side].
Ltac meanable := match goal with
  | |- has_mean _ _ => apply has_mean_pieces; intros; cbv beta; pieces
  | |- forall t, In t _ -> _ => let t := fresh in let T := fresh in intros t T; repeat (destruct T as [<- | T]; [|]);
      try destruct T; cbn [snd]; apply has_mean_pieces; intros; cbv beta; pieces end.
Ltac signs := try (match goal with H : ?p true = 1 - ?p false |- _ => rewrite ?H end);
  unfold above, ind; repeat destruct Rlt_dec; try lra; exfalso; nra.
Ltac extremes := try (match goal with H : ?p true = 1 - ?p false |- _ => rewrite ?H end);
  first [ unfold Rmin, Rmax, Rabs; repeat (destruct Rle_dec || destruct Rcase_abs); try lra; exfalso; nra
        | rewrite Rmax_comm; f_equal; fld | f_equal; fld ].
Ltac opened := match goal with P : proportions ?p, B : both_classes ?l |- _ =>
  let P0 := fresh "P0" in let P1 := fresh "P1" in let PS := fresh "PS" in let PT := fresh "PT" in
  pose proof P as [P0 [P1 PS]]; assert (PT : p true = 1 - p false) by lra; rewrite PT in P1; clear PS;
  pose proof (sizes l B) end.
