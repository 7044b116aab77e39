(** Evenly spaced scores. *)
Require Import Reals Lra List Psatz Permutation Arith Lia.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample.
Import ListNotations.
Open Scope R_scope.

(** [given evenly_spaced]: the i-th of n examples, i = 1, ..., n, has the score (i - 1/2)/n. *)
Definition spaced (n i : nat) : R := (INR i + 1 / 2) / INR n.
Definition evenly_spaced_scores (l : sample) : Prop :=
  Permutation (map score l) (map (spaced (length l)) (seq 0 (length l))).

Lemma sum_map {A B : Type} (h : A -> B) f l : sum (map h l) f = sum l (fun x => f (h x)).
Proof. induction l; simpl; lra. Qed.
Lemma count_below n k : (k <= n)%nat -> sum (seq 0 n) (fun i => ind (lt_dec i k)) = INR k.
Proof.
  intros K. assert (G : forall m, sum (seq 0 m) (fun i => ind (lt_dec i k)) = INR (Nat.min m k)).
  { induction m as [|m IH]; [reflexivity|]. rewrite seq_S, sum_app, IH. simpl (0 + m)%nat. unfold ind; simpl.
    destruct (lt_dec m k).
    - rewrite Nat.min_l by lia. replace (match k with 0 => 0 | S m' => S (Nat.min m m') end)%nat with (S m).
      + rewrite S_INR. lra.
      + destruct k; lia.
    - replace (match k with 0 => 0 | S m' => S (Nat.min m m') end)%nat with (Nat.min m k); [lra|destruct k; lia]. }
  rewrite G. f_equal. lia.
Qed.
Lemma count_equal n k : (k < n)%nat -> sum (seq 0 n) (fun i => ind (Nat.eq_dec i k)) = 1.
Proof.
  intros K. pose proof (count_below n k (ltac:(lia))) as H0. pose proof (count_below n (S k) K) as H1.
  rewrite S_INR in H1. rewrite (sum_ext _ (fun i => ind (Nat.eq_dec i k))
    (fun i => ind (lt_dec i (S k)) - ind (lt_dec i k))).
  - rewrite sum_minus. lra.
  - intros i _. unfold ind. destruct (Nat.eq_dec i k), (lt_dec i (S k)), (lt_dec i k); try lra; lia.
Qed.
Lemma weight_own l x : both_classes l -> weight l (own l) x = 1 / INR (length l).
Proof.
  intros B. assert (N : forall r : sample, size r false + size r true = INR (length r)).
  { induction r as [|y r IH]; [unfold size; simpl; lra|]. change (length (y :: r)) with (S (length r)).
    rewrite S_INR, <- IH. unfold size. simpl. destruct (is_either y) as [[-> ->] | [-> ->]]; lra. }
  rewrite <- N. pose proof (size_pos l false B). pose proof (size_pos l true B). unfold weight, own, share.
  destruct (is_either x) as [[-> ->] | [-> ->]]; field; lra.
Qed.
Lemma spaced_rate l x a : both_classes l -> evenly_spaced_scores l -> In x l ->
  Rate l (own l) (score x) a = score x - 1 / (2 * INR (length l)) + a * (1 / INR (length l)).
Proof.
  intros B P X. set (n := length l) in *. assert (I : In (score x) (map (spaced n) (seq 0 n))).
  { apply (Permutation_in _ P). now apply in_map. }
  apply in_map_iff in I as [k [Ek Ik]]. apply in_seq in Ik.
  assert (N : 0 < INR n) by (apply lt_0_INR; lia).
  assert (Lt : forall i j, spaced n i < spaced n j <-> (i < j)%nat).
  { intros i j. unfold spaced. split.
    - intros H. apply INR_lt. apply Rmult_lt_reg_r with (/ INR n); [now apply Rinv_0_lt_compat|]. unfold Rdiv in H. lra.
    - intros H. apply lt_INR in H. apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat|lra]. }
  unfold Rate. rewrite cdf_tie. unfold lower, tied.
  rewrite (sum_ext l _ (fun z => 1 / INR n * ind (Rlt_dec (score z) (score x)))) by (intros; now rewrite weight_own).
  rewrite (sum_ext l (fun z => weight l (own l) z * _) (fun z => 1 / INR n * ind (Req_EM_T (score z) (score x))))
    by (intros; now rewrite weight_own).
  rewrite !sum_scal.
  assert (Q : forall f : R -> R, sum l (fun z => f (score z)) = sum (seq 0 n) (fun i => f (spaced n i))).
  { intros f. now rewrite <- (sum_map score f), (sum_permutation _ _ f P), sum_map. }
  rewrite (Q (fun s => ind (Rlt_dec s (score x)))), (Q (fun s => ind (Req_EM_T s (score x)))).
  rewrite (sum_ext (seq 0 n) (fun i => ind (Rlt_dec (spaced n i) (score x))) (fun i => ind (lt_dec i k))).
  2: { intros i _. rewrite <- Ek. unfold ind. destruct (Rlt_dec (spaced n i) (spaced n k)) as [H|H], (lt_dec i k) as [K|K]; auto.
    - exfalso. now apply K, Lt.
    - exfalso. now apply H, Lt. }
  rewrite (sum_ext (seq 0 n) (fun i => ind (Req_EM_T (spaced n i) (score x))) (fun i => ind (Nat.eq_dec i k))).
  2: { intros i _. rewrite <- Ek. unfold ind. destruct (Req_EM_T (spaced n i) (spaced n k)) as [H|H], (Nat.eq_dec i k) as [K|K]; auto.
    - exfalso. pose proof (proj2 (Lt i k)). pose proof (proj2 (Lt k i)).
      destruct (Nat.lt_total i k) as [D|[D|D]]; [specialize (H0 D); lra|lia|specialize (H1 D); lra].
    - exfalso. apply H. now rewrite K. }
  rewrite count_below, count_equal by lia. rewrite <- Ek. unfold spaced. field. lra.
Qed.

(** Axiom evenly_spaced. Any j from 0 on, for each class, and any g of the score, as g(pav(s)) with s in g is;
    R has the class proportions of the sample.
    given: evenly_spaced
    left: Ek(R(s)**j*g(pav(s)))
    relation: ==
    right: Ek(((s + 1/(2*n))**(j + 1) - (s - 1/(2*n))**(j + 1))*n/(j + 1)*g(pav(s))) *)
Theorem evenly_spaced l k j (g : R -> R) : both_classes l -> evenly_spaced_scores l -> let n := INR (length l) in
  Ek l k (fun s a => Rate l (own l) s a ^ j * g s) =
  Ek l k (fun s _ => ((s + 1 / (2 * n)) ^ (j + 1) - (s - 1 / (2 * n)) ^ (j + 1)) * n / (INR j + 1) * g s).
Proof.
  intros B P n. assert (N : 0 < n).
  { apply lt_0_INR. destruct l; [destruct (B true) as [y [[] _]]|simpl; lia]. }
  apply sum_ext. intros x X. f_equal. rewrite integral_const.
  set (b := score x - 1 / (2 * n)).
  rewrite (integral_ext _ (fun a => (b + a * (1 / n)) ^ j * g (score x))).
  2: lra.
  2: { intros a _. rewrite (spaced_rate l x a B P X). reflexivity. }
  pose proof (pos_INR j) as J0.
  destruct (integral_derivative (fun a => (b + a * (1 / n)) ^ (j + 1) * n / (INR j + 1) * g (score x))
    (fun a => (b + a * (1 / n)) ^ j * g (score x)) 0 1)
    as [I ->]; [lra| | |].
  - intros a _. auto_derive; auto. rewrite plus_INR. simpl INR. replace (Init.Nat.pred (j + 1)) with j by lia. field. lra.
  - intros a _. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
  - replace (b + 1 * (1 / n)) with (score x + 1 / (2 * n)) by (unfold b; field; lra).
    replace (b + 0 * (1 / n)) with b by ring. field. lra.
Qed.
