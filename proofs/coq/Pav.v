(** The calibrated score pav(s): the isotonic regression of the class on the score. *)
Require Import Reals Lra List Psatz Arith Lia Bool.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample.
Import ListNotations.
Open Scope R_scope.

Section Regression.
Context {A : Type} (s y w : A -> R).

(** v increases with the score; the examples of each value v are of class 1 in this share (they are the blocks of pool
    adjacent violators); and of those above any threshold no more are. *)
Record regression (l : list A) (v : R -> R) : Prop := {
  rises : forall x z, In x l -> In z l -> s x <= s z -> v (s x) <= v (s z);
  blocks : forall q, sum l (fun x => ind (Req_EM_T (v (s x)) q) * (w x * (y x - v (s x)))) = 0;
  upper : forall t, sum l (fun x => ind (Rlt_dec t (s x)) * (w x * (y x - v (s x)))) <= 0 }.

Lemma of_blocks l v g : regression l v -> sum l (fun x => g (v (s x)) * (w x * (y x - v (s x)))) = 0.
Proof. intros H. apply (sum_levels (fun x => v (s x)) (fun x => w x * (y x - v (s x))) g), (blocks _ _ H). Qed.
Lemma of_all l v : regression l v -> sum l (fun x => w x * (y x - v (s x))) = 0.
Proof.
  intros H. rewrite <- (of_blocks l v (fun _ => 1) H). apply sum_ext. intros; ring.
Qed.
(** The isotonic inequality, for any function of the example that increases with the score. *)
Lemma of_increasing l v h : regression l v -> (forall x z, In x l -> In z l -> s x <= s z -> h x <= h z) ->
  sum l (fun x => h x * (w x * (y x - v (s x)))) <= 0.
Proof.
  intros H M. destruct l as [|x0 r]; [simpl; lra|]. set (l := x0 :: r) in *.
  destruct (least_of l h) as [z [Z L]]; [discriminate|].
  pose proof (sum_increasing s (fun x => w x * (y x - v (s x))) (fun x => h x - h z) l) as I.
  assert (S : sum l (fun x => (h x - h z) * (w x * (y x - v (s x)))) <= 0).
  { apply I.
    - intros a b X Y K. pose proof (M a b X Y K). lra.
    - intros a X. pose proof (L a X). lra.
    - rewrite (of_all l v H). lra.
    - apply (upper _ _ H). }
  pose proof (of_all l v H) as O.
  replace (sum l (fun x => h x * (w x * (y x - v (s x))))) with
    (sum l (fun x => (h x - h z) * (w x * (y x - v (s x)))) + h z * sum l (fun x => w x * (y x - v (s x)))).
  - rewrite O. lra.
  - rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros; ring.
Qed.

Hypothesis W : forall x, 0 < w x.

(** There is one regression at most. *)
Lemma regression_unique l v u : regression l v -> regression l u -> forall x, In x l -> v (s x) = u (s x).
Proof.
  intros H K. assert (S : sum l (fun x => w x * (v (s x) - u (s x)) ^ 2) <= 0).
  { pose proof (of_blocks l v (fun q => q) H) as H1. pose proof (of_blocks l u (fun q => q) K) as K1.
    pose proof (of_increasing l v (fun x => u (s x)) H (rises _ _ K)) as H2.
    pose proof (of_increasing l u (fun x => v (s x)) K (rises _ _ H)) as K2. cbv beta in H1, K1, H2, K2.
    replace (sum l (fun x => w x * (v (s x) - u (s x)) ^ 2)) with
      (- sum l (fun x => v (s x) * (w x * (y x - v (s x)))) + sum l (fun x => u (s x) * (w x * (y x - v (s x))))
       + (sum l (fun x => v (s x) * (w x * (y x - u (s x)))) - sum l (fun x => u (s x) * (w x * (y x - u (s x)))))).
    - lra.
    - replace (- sum l (fun x => v (s x) * (w x * (y x - v (s x))))) with
        (sum l (fun x => (-1) * (v (s x) * (w x * (y x - v (s x)))))) by (rewrite sum_scal; ring).
      rewrite <- sum_minus, <- !sum_plus. apply sum_ext. intros; ring. }
  intros x X. destruct (Req_dec (v (s x)) (u (s x))) as [|D]; auto. exfalso.
  assert (0 < sum l (fun x => w x * (v (s x) - u (s x)) ^ 2)); [|lra]. apply sum_pos with x; auto.
  - intros z _. pose proof (W z). pose proof (pow2_ge_0 (v (s z) - u (s z))). nra.
  - apply Rmult_lt_0_compat; [apply W|]. apply pow2_gt_0. lra.
Qed.

(** There is one: the upper set of greatest average is its highest block. *)
Definition upto_top (l : list A) (f : A -> R) (t : R) : R := sum l (fun x => ind (Rle_dec t (s x)) * f x).
Definition average (l : list A) (t : R) : R := upto_top l (fun x => w x * y x) t / upto_top l w t.
Lemma top_pos l z : In z l -> 0 < upto_top l w (s z).
Proof.
  intros Z. apply sum_pos with z; auto.
  - intros x _. pose proof (W x). pose proof (ind_01 (Rle_dec (s z) (s x))). nra.
  - unfold ind. destruct Rle_dec; [|lra]. rewrite Rmult_1_l. apply W.
Qed.
Lemma top_average l z : In z l -> upto_top l (fun x => w x * y x) (s z) = average l (s z) * upto_top l w (s z).
Proof. intros Z. pose proof (top_pos l z Z). unfold average. field. lra. Qed.
Lemma top_mean l v t : upto_top l (fun x => w x * (y x - v)) t
  = upto_top l (fun x => w x * y x) t - v * upto_top l w t.
Proof. unfold upto_top. rewrite <- sum_scal, <- sum_minus. apply sum_ext. intros; ring. Qed.

Theorem regression_exists l : exists v, regression l v.
Proof.
  enough (G : exists v, regression l v /\ forall x, In x l -> exists z, In z l /\ v (s x) <= average l (s z)).
  { destruct G as [v [G _]]. now exists v. }
  remember (length l) as n eqn:N. revert l N. induction n as [n IH] using lt_wf_ind. intros l N.
  destruct l as [|x0 r].
  { exists (fun _ => 0). split; [split; simpl; intros; lra|simpl; tauto]. }
  set (l := x0 :: r) in *. destruct (greatest_of l (fun x => average l (s x))) as [m [M G]]; [discriminate|].
  set (q := average l (s m)) in *.
  set (best := filter (fun x => if Req_EM_T (average l (s x)) q then true else false) l).
  assert (Hb : In m best).
  { apply filter_In. split; auto. unfold q. destruct (Req_EM_T (average l (s m)) (average l (s m))); auto. }
  destruct (least_of best s) as [t [T Lt]]; [intros E0; rewrite E0 in Hb; destruct Hb|].
  apply filter_In in T as [T Tq]. assert (Aq : average l (s t) = q) by (destruct Req_EM_T in Tq; congruence).
  set (B := fun x => if Rlt_dec (s x) (s t) then true else false). set (low := filter B l).
  destruct (IH (length low)) with (l := low) as [v [H V]]; auto.
  { subst n. apply filter_shorter with t; auto. unfold B. destruct (Rlt_dec (s t) (s t)); [lra|auto]. }
  assert (Low : forall x, In x low <-> In x l /\ s x < s t).
  { intros x. unfold low. rewrite filter_In. unfold B. destruct Rlt_dec; intuition congruence. }
  (* a sum over all examples is one over the lower and one over the upper ones *)
  assert (Split : forall f, sum l f = sum low f + upto_top l f (s t)).
  { intros f. unfold low, upto_top. rewrite sum_filter, <- sum_plus. apply sum_ext. intros x _. unfold B, ind.
    destruct Rlt_dec, Rle_dec; lra. }
  assert (Less : forall x, In x low -> v (s x) < q).
  { intros x X. destruct (V x X) as [z [Z K]]. eapply Rle_lt_trans; [exact K|].
    destruct (Rlt_dec (average low (s z)) q) as [|F]; auto. exfalso. pose proof (proj1 (Low z) Z) as [Zl Zt].
    assert (U : forall f, upto_top l f (s z) = upto_top low f (s z) + upto_top l f (s t)).
    { intros f. unfold upto_top at 1. rewrite Split. f_equal. apply sum_ext. intros a _. unfold ind.
      destruct (Rle_dec (s t) (s a)), (Rle_dec (s z) (s a)); lra. }
    assert (Az : q <= average l (s z)).
    { pose proof (top_pos l z Zl) as P. apply Rmult_le_reg_r with (upto_top l w (s z)); auto.
      rewrite <- top_average by auto. rewrite !U. rewrite (top_average low z Z), (top_average l t T), Aq.
      pose proof (top_pos low z Z). nra. }
    pose proof (G z Zl). assert (In z best).
    { apply filter_In. split; auto. destruct (Req_EM_T (average l (s z)) q) as [_|F1]; [reflexivity|]. exfalso. apply F1. now apply Rle_antisym. }
    pose proof (Lt z H1). lra. }
  set (u := fun a => if Rlt_dec a (s t) then v a else q).
  assert (Ul : forall x, In x low -> u (s x) = v (s x)).
  { intros x X. apply Low in X. unfold u. destruct Rlt_dec; tauto || lra. }
  assert (Uh : forall x, s t <= s x -> u (s x) = q).
  { intros x X. unfold u. destruct Rlt_dec; lra. }
  assert (Top : upto_top l (fun x => w x * (y x - q)) (s t) = 0).
  { rewrite top_mean, (top_average l t T), Aq. ring. }
  exists u. split.
  - split.
    + intros x z X Z K. unfold u. destruct (Rlt_dec (s x) (s t)), (Rlt_dec (s z) (s t)); try lra.
      * apply (rises _ _ H); auto; apply Low; auto.
      * left. apply Less, Low. auto.
    + intros a. rewrite Split. rewrite (sum_ext low _ (fun x => ind (Req_EM_T (v (s x)) a) * (w x * (y x - v (s x))))).
      2: { intros x X. now rewrite Ul. }
      rewrite (blocks _ _ H), Rplus_0_l. destruct (Req_EM_T q a) as [Ea | Na].
      * rewrite <- Top. apply sum_ext. intros x _. unfold ind.
        destruct (Rle_dec (s t) (s x)) as [K|]; [rewrite Uh by auto|ring]. destruct (Req_EM_T q a); [ring|congruence].
      * transitivity (sum l (fun _ => 0)); [|apply sum_zero]. apply sum_ext. intros x _. unfold ind.
        destruct (Rle_dec (s t) (s x)) as [K|]; [rewrite Uh by auto|ring]. destruct (Req_EM_T q a); [congruence|ring].
    + intros a. destruct (Rlt_dec a (s t)) as [L | L].
      * rewrite Split. rewrite (sum_ext low _ (fun x => ind (Rlt_dec a (s x)) * (w x * (y x - v (s x))))).
        2: { intros x X. now rewrite Ul. }
        replace (upto_top l _ (s t)) with 0; [pose proof (upper _ _ H a); lra|].
        rewrite <- Top. apply sum_ext. intros x _. unfold ind.
        destruct (Rle_dec (s t) (s x)) as [K|]; [rewrite Uh by auto|ring]. destruct (Rlt_dec a (s x)); [ring|lra].
      * set (above := filter (fun x => if Rlt_dec a (s x) then true else false) l).
        destruct above as [|z0 zs] eqn:Ab.
        { right. transitivity (sum l (fun _ => 0)); [|apply sum_zero]. apply sum_ext. intros x X. unfold ind.
          destruct Rlt_dec as [K|]; [|ring]. exfalso. assert (I : In x above).
          { apply filter_In. split; auto. destruct Rlt_dec; auto. }
          rewrite Ab in I. destruct I. }
        destruct (least_of above s) as [z [Z Lz]]; [rewrite Ab; discriminate|].
        apply filter_In in Z as [Z Za]. assert (a < s z) by (destruct Rlt_dec in Za; congruence || auto).
        replace (sum l _) with (upto_top l (fun x => w x * (y x - q)) (s z)).
        { rewrite top_mean, (top_average l z Z). pose proof (top_pos l z Z). pose proof (G z Z).
          change (average l (s z) <= q) in H2. nra. }
        apply sum_ext. intros x X. unfold ind. destruct (Rle_dec (s z) (s x)), (Rlt_dec a (s x)); try lra.
        { rewrite Uh by lra. ring. }
        exfalso. match goal with D : ~ s z <= s x |- _ => apply D, Lz, filter_In end. split; auto.
        destruct (Rlt_dec a (s x)); auto.
  - intros x X. unfold u. destruct Rlt_dec as [K|K].
    + exists t. split; auto. rewrite Aq. left. apply Less, Low. auto.
    + exists t. split; auto. rewrite Aq. lra.
Qed.
End Regression.
