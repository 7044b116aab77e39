(** Bounded convergence for continuous functions: Dini's theorem, and what follows. *)
Require Import Reals Lra List Psatz Arith Lia ConstructiveEpsilon.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral.
Open Scope R_scope.

(** Functions that fall to zero do so evenly. *)
Lemma dini (q : nat -> R -> R) e : 0 < e -> (forall n x, continuous (q n) x) -> (forall n x, q (S n) x <= q n x) ->
  (forall x, 0 <= x <= 1 -> exists n, q n x < e) -> exists n, forall x, 0 <= x <= 1 -> q n x < e.
Proof.
  intros E0 C D L. assert (Mono : forall n m x, (n <= m)%nat -> q m x <= q n x).
  { intros n m x H. induction H as [|m H IH]; [lra|]. eapply Rle_trans; [apply D|exact IH]. }
  set (good := fun s => 0 <= s <= 1 /\ exists n, forall x, 0 <= x <= s -> q n x < e).
  assert (Near : forall s, 0 <= s <= 1 -> exists n d, 0 < d /\ forall x, Rabs (x - s) < d -> q n x < e).
  { intros s Hs. destruct (L s Hs) as [n Hn]. exists n.
    assert (P : 0 < e - q n s) by lra.
    destruct (proj1 (filterlim_locally (q n) (q n s)) (C n s) (mkposreal _ P)) as [d Hd]. exists d. split; [apply cond_pos|].
    intros x X. specialize (Hd x X). unfold ball in Hd; simpl in Hd. unfold AbsRing_ball, abs, minus, plus, opp in Hd; simpl in Hd.
    apply Rabs_lt_between in Hd. lra. }
  destruct (completeness good) as [s [U Lub]].
  { exists 1. intros s [Hs _]. lra. }
  { exists 0. split; [lra|]. destruct (L 0 (ltac:(lra))) as [n Hn]. exists n. intros x X. now replace x with 0 by lra. }
  assert (Hs : 0 <= s <= 1).
  { split; [|apply Lub; intros y [Hy _]; lra]. apply U. split; [lra|]. destruct (L 0 (ltac:(lra))) as [n Hn]. exists n.
    intros x X. now replace x with 0 by lra. }
  destruct (Near s Hs) as [n [d [D0 Hd]]].
  assert (G : exists t, s - d < t /\ good t).
  { destruct (Classical_Prop.classic (exists t, s - d < t /\ good t)) as [|N]; auto. exfalso.
    assert (s <= s - d); [|lra]. apply Lub. intros t T. apply Rnot_lt_le. intros K. apply N. eauto. }
  destruct G as [t [T [Ht [n' Hn']]]].
  assert (Ext : forall r, 0 <= r <= 1 -> r < s + d -> good r).
  { intros r Hr Rd. split; auto. exists (Nat.max n n'). intros x X. destruct (Rle_dec x t) as [K|K].
    - eapply Rle_lt_trans; [apply (Mono n'); lia|]. apply Hn'. lra.
    - eapply Rle_lt_trans; [apply (Mono n); lia|]. apply Hd. apply Rabs_lt_between. lra. }
  destruct (Req_dec s 1) as [-> |N1].
  - destruct (Ext 1 (ltac:(lra)) (ltac:(lra))) as [_ Q]. exact Q.
  - exfalso. set (r := Rmin 1 (s + d / 2)). pose proof (Rmin_l 1 (s + d / 2) : r <= 1). pose proof (Rmin_r 1 (s + d / 2) : r <= s + d / 2).
    assert (s < r) by (apply Rmin_glb_lt; lra). assert (good r) by (apply Ext; lra). pose proof (U r H2). lra.
Qed.

Section Fall.
Variables (h : nat -> R -> R) (K : R).
Hypothesis (C : forall n x, continuous (h n) x) (H0 : forall n x, 0 <= h n x <= K)
  (L : forall x, 0 <= x <= 1 -> is_lim_seq (fun n => h n x) 0).

(** The greatest of h n, ..., h (n + m). *)
Fixpoint top (n m : nat) (x : R) : R := match m with O => h n x | S j => Rmax (top n j x) (h (n + S j) x) end.
Lemma top_continuous n m x : continuous (top n m) x.
Proof. induction m as [|m IH]; [apply C|]. apply Rmax_continuous; auto. Qed.
Lemma top_is n m x : exists i, (n <= i <= n + m)%nat /\ top n m x = h i x.
Proof.
  induction m as [|m [i [Hi E]]]; simpl; [exists n; split; [lia|reflexivity]|]. unfold Rmax. destruct Rle_dec.
  - exists (n + S m)%nat. split; [lia|reflexivity].
  - exists i. split; [lia|exact E].
Qed.
Lemma top_above n m i x : (n <= i <= n + m)%nat -> h i x <= top n m x.
Proof.
  induction m as [|m IH]; simpl; intros Hi; [replace i with n by lia; lra|].
  destruct (Nat.eq_dec i (n + S m)) as [-> |N]; [apply Rmax_r|]. eapply Rle_trans; [apply IH; lia|apply Rmax_l].
Qed.
Lemma top_grows n m k j x : (k <= n)%nat -> (n + m <= k + j)%nat -> top n m x <= top k j x.
Proof. intros A B. destruct (top_is n m x) as [i [Hi ->]]. apply top_above. lia. Qed.
Lemma top_01 n m x : 0 <= top n m x <= K.
Proof. destruct (top_is n m x) as [i [_ ->]]. apply H0. Qed.
Lemma top_integrable n m : integrable (top n m) 0 1.
Proof. apply continuous_integrable, top_continuous. Qed.
Definition mass (n m : nat) : R := integral (top n m) 0 1.
Lemma mass_bounded n : bound (fun y => exists m, y = mass n m).
Proof.
  exists K. intros y [m ->]. rewrite <- (integral_const K). apply integral_le; [lra|apply top_integrable|apply integrable_const|].
  intros x _. apply top_01.
Qed.
Lemma full_ex n : {x | is_lub (fun y => exists m, y = mass n m) x}.
Proof. exact (completeness _ (mass_bounded n) (ex_intro _ (mass n 0) (ex_intro _ 0%nat eq_refl))). Qed.
Definition full (n : nat) : R := proj1_sig (full_ex n).
Lemma full_is n : is_lub (fun y => exists m, y = mass n m) (full n).
Proof. exact (proj2_sig (full_ex n)). Qed.

Variable e : R.
Hypothesis E0 : 0 < e.
Lemma enough_ex n : exists m, full n - e / 4 * (1 / 2) ^ n < mass n m.
Proof.
  destruct (Classical_Prop.classic (exists m, full n - e / 4 * (1 / 2) ^ n < mass n m)) as [|N]; auto. exfalso.
  assert (0 < (1 / 2) ^ n) by (apply pow_lt; lra).
  assert (full n <= full n - e / 4 * (1 / 2) ^ n); [|nra]. apply (full_is n). intros y [m ->]. apply Rnot_lt_le. intros A. apply N. eauto.
Qed.
Lemma many_ex n : {m | full n - e / 4 * (1 / 2) ^ n < mass n m}.
Proof. apply constructive_indefinite_ground_description_nat; [intros m; apply Rlt_dec|apply enough_ex]. Qed.
Definition many (n : nat) : nat := proj1_sig (many_ex n).
Lemma many_is n : full n - e / 4 * (1 / 2) ^ n < mass n (many n).
Proof. exact (proj2_sig (many_ex n)). Qed.
Definition up (n : nat) : R -> R := top n (many n).
Fixpoint down (n : nat) (x : R) : R := match n with O => up 0 x | S j => Rmin (down j x) (up (S j) x) end.
Lemma down_continuous n x : continuous (down n) x.
Proof. induction n as [|n IH]; [apply top_continuous|]. apply Rmin_continuous; auto. apply top_continuous. Qed.
Lemma down_le n x : down n x <= up n x.
Proof. destruct n; simpl; [lra|apply Rmin_r]. Qed.
Lemma down_integrable n : integrable (down n) 0 1.
Proof. apply continuous_integrable, down_continuous. Qed.
Lemma up_down n : integral (up n) 0 1 - integral (down n) 0 1 <= e / 2 * (1 - (1 / 2) ^ n).
Proof.
  induction n as [|n IH].
  { assert (Q : integral (up 0) 0 1 = integral (down 0) 0 1) by (apply integral_ext; [lra|reflexivity]). rewrite Q. simpl. lra. }
  set (j := (many n + 1 + many (S n))%nat).
  assert (A : integral (up (S n)) 0 1 + integral (down n) 0 1 <= integral (down (S n)) 0 1 + mass n j).
  { pose proof (integral_plus (up (S n)) (down n) 0 1 (top_integrable _ _) (down_integrable n)) as J1.
    pose proof (integral_plus (down (S n)) (top n j) 0 1 (down_integrable _) (top_integrable n j)) as J2.
    unfold mass. rewrite <- J1, <- J2. apply integral_le; [lra| | |].
    - apply integrable_plus; [exact (top_integrable _ _)|exact (down_integrable n)].
    - apply integrable_plus; [exact (down_integrable _)|exact (top_integrable n j)].
    - intros x _. simpl down. pose proof (down_le n x). unfold up in *.
      pose proof (top_grows n (many n) n j x (ltac:(lia)) (ltac:(unfold j; lia))).
      pose proof (top_grows (S n) (many (S n)) n j x (ltac:(lia)) (ltac:(unfold j; lia))).
      unfold Rmin. destruct Rle_dec; lra. }
  assert (B : mass n j <= full n) by (apply (full_is n); eauto).
  pose proof (many_is n) as M. unfold mass in M. fold (up n) in M. simpl pow. lra.
Qed.
Lemma falls_evenly : exists N, forall n, (N <= n)%nat -> integral (h n) 0 1 <= e.
Proof.
  destruct (dini down (e / 2)) as [N HN]; [lra|apply down_continuous|intros n x; apply Rmin_l| |].
  - intros x X. pose proof (L x X) as Lx. apply is_lim_seq_spec in Lx. destruct (Lx (mkposreal (e / 2) (ltac:(lra)))) as [N HN].
    exists N. eapply Rle_lt_trans; [apply down_le|]. unfold up. destruct (top_is N (many N) x) as [i [Hi ->]].
    specialize (HN i (ltac:(lia))). simpl in HN. apply Rabs_lt_between in HN. lra.
  - exists N. intros n Hn. apply Rle_trans with (integral (up n) 0 1).
    { apply integral_le; [lra|apply continuous_integrable, C|apply top_integrable|]. intros x _. apply top_above. lia. }
    pose proof (up_down n) as U. assert (0 < (1 / 2) ^ n) by (apply pow_lt; lra).
    assert (integral (down n) 0 1 <= e / 2).
    { rewrite <- (integral_const (e / 2)). apply integral_le; [lra|apply down_integrable|apply integrable_const|].
      intros x X. left. eapply Rle_lt_trans; [|apply (HN x); lra].
      clear - Hn. induction Hn as [|m Hm IH]; [lra|]. eapply Rle_trans; [apply Rmin_l|exact IH]. }
    nra.
Qed.
End Fall.
