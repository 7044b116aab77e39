(** The axiom on the exchange of means. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Losses.
Import ListNotations.
Open Scope R_scope.

(** What is true of a density that is a measure: the means of bounded functions that converge at each c and u converge to
    that of their limit, if it has one. *)
Definition countably_additive (w : density) : Prop := forall (fn : nat -> R -> R -> R) f (xn : nat -> R) x M,
  (forall n, expects w (fn n) (xn n)) -> expects w f x ->
  (forall n c u, 0 <= c <= 1 -> 0 <= u <= 1 -> Rabs (fn n c u) <= M) ->
  (forall c u, 0 <= c <= 1 -> 0 <= u <= 1 -> is_lim_seq (fun n => fn n c u) (f c u)) -> is_lim_seq xn x.

(** Riemann sums of 1, 2, ... parts of the same length. *)
Definition parts_of (n : nat) : SF_seq := SF_seq_f2 (fun x _ => x) (unif_part 0 1 n).
Definition riemann (n : nat) (f : R -> R) : R := Riemann_sum (V := R_NormedModule) f (parts_of n).
Lemma parts_fine n : seq_step (SF_lx (parts_of n)) <= (1 - 0) / (INR n + 1) /\ pointed_subdiv (parts_of n) /\
  SF_h (parts_of n) = 0 /\ seq.last (SF_h (parts_of n)) (SF_lx (parts_of n)) = 1.
Proof. apply Riemann_fine_unif_part; [intros; lra|lra]. Qed.
Lemma riemann_converges f : integrable f 0 1 -> is_lim_seq (fun n => riemann n f) (integral f 0 1).
Proof.
  intros I. pose proof (is_integral f 0 1 I) as L. unfold is_RInt in L.
  apply is_lim_seq_spec. intros e. pose proof (proj1 (filterlim_locally _ _) L e) as [d D].
  destruct (nfloor_ex (/ d)) as [N HN]; [left; apply Rinv_0_lt_compat, cond_pos|]. exists N. intros n Hn.
  destruct (parts_fine n) as [P1 [P2 [P3 P4]]]. pose proof (cond_pos d) as D0.
  assert (K : ball (integral f 0 1) e (scal (sign (1 - 0)) (Riemann_sum (V := R_NormedModule) f (parts_of n)))).
  { apply D.
    - eapply Rle_lt_trans; [exact P1|]. apply le_INR in Hn. apply Rmult_lt_reg_r with (INR n + 1); [pose proof (pos_INR n); lra|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by (pose proof (pos_INR n); lra).
      assert (/ d < INR n + 1) by lra. apply Rmult_lt_compat_l with (r := d) in H; auto. rewrite Rinv_r in H by lra. lra.
    - split; [exact P2|]. split; [rewrite Rmin_left by lra; exact P3|rewrite Rmax_right by lra; exact P4]. }
  rewrite sign_eq_1 in K by lra. unfold ball in K; simpl in K. unfold AbsRing_ball, minus, opp, plus, scal in K; simpl in K.
  unfold mult in K; simpl in K. unfold abs in K; simpl in K. unfold riemann.
  match goal with |- Rabs ?y < _ => match type of K with Rabs ?z < _ => replace y with z by ring end end. exact K.
Qed.
Lemma riemann_same n f g : (forall a, 0 <= a <= 1 -> f a = g a) -> riemann n f = riemann n g.
Proof.
  intros H. destruct (parts_fine n) as [_ [P2 [P3 P4]]]. apply Rle_antisym; apply Riemann_sum_le; auto; rewrite P4, P3;
    intros t T; rewrite H by auto; lra.
Qed.
Lemma riemann_bounded n f M : (forall a, 0 <= a <= 1 -> Rabs (f a) <= M) -> Rabs (riemann n f) <= M.
Proof.
  intros H. destruct (parts_fine n) as [_ [P2 [P3 P4]]].
  assert (K : forall k, riemann n (fun _ => k) = k).
  { intros k. unfold riemann. rewrite Riemann_sum_const, P4, P3. unfold scal; simpl; unfold mult; simpl. ring. }
  apply Rabs_le. split; [rewrite <- (K (- M))|rewrite <- (K M)]; apply Riemann_sum_le; auto; rewrite P4, P3; intros t T;
    specialize (H t T); apply Rabs_le_between in H; lra.
Qed.
Lemma expects_riemann w n (G : R -> R -> R -> R) (e : R -> R) : (forall a, expects w (G a) (e a)) ->
  expects w (fun c u => riemann n (fun a => G a c u)) (riemann n e).
Proof.
  intros H. unfold riemann. generalize (parts_of n). intros s. induction s as [x|h s IH] using SF_cons_ind.
  - apply (expects_number w 0).
  - rewrite Riemann_sum_cons.
    apply (expects_same w (fun c u => (SF_h s - fst h) * G (snd h) c u + 1 * Riemann_sum (V := R_NormedModule) (fun a => G a c u) s)).
    + intros c u _ _. rewrite Riemann_sum_cons. unfold plus, scal; simpl; unfold mult; simpl. ring.
    + unfold plus, scal; simpl; unfold mult; simpl. match goal with |- expects w _ (_ + ?z) => rewrite <- (Rmult_1_l z) end.
      now apply expects_linear.
Qed.
Lemma expects_sum w (l : sample) (v : example -> R) (G : example -> R -> R -> R) (e : example -> R) :
  (forall x, In x l -> expects w (G x) (e x)) ->
  expects w (fun c u => sum l (fun x => v x * G x c u)) (sum l (fun x => v x * e x)).
Proof.
  induction l as [|x l IH]; intros H; simpl; [apply (expects_number w 0)|].
  apply (expects_same w (fun c u => v x * G x c u + 1 * sum l (fun x => v x * G x c u))); [intros; ring|].
  rewrite <- (Rmult_1_l (sum l _)). apply expects_linear; [apply H; now left|]. apply IH. intros z Z. apply H. now right.
Qed.
Lemma sum_converges (l : sample) (v : example -> R) (r : nat -> example -> R) (y : example -> R) :
  (forall x, In x l -> is_lim_seq (fun n => r n x) (y x)) ->
  is_lim_seq (fun n => sum l (fun x => v x * r n x)) (sum l (fun x => v x * y x)).
Proof.
  induction l as [|x l IH]; intros H; simpl; [apply is_lim_seq_const|].
  apply is_lim_seq_plus'; [apply (is_lim_seq_scal_l (fun n => r n x) (v x) (y x)), H; now left|].
  apply IH. intros z Z. apply H. now right.
Qed.

(** Axiom means_exchanged. Any bounded f of the place (s, a), of c and of u; e(s, a) is Ec(f, w) there. If all means have
    values, both sides are equal; any density that is countably additive.
    left: Ec(Ek(f), w)
    relation: ==
    right: Ek(Ec(f, w)) *)
Theorem means_exchanged l k w (f : R -> R -> R -> R -> R) (e : R -> R -> R) M y : both_classes l -> countably_additive w ->
  (forall x a c u, In x l -> 0 <= a <= 1 -> 0 <= c <= 1 -> 0 <= u <= 1 -> Rabs (f (score x) a c u) <= M) ->
  (forall c u, 0 <= c <= 1 -> 0 <= u <= 1 -> has_mean l (fun s a => f s a c u)) -> has_mean l e ->
  (forall x a, In x l -> 0 <= a <= 1 -> expects w (f (score x) a) (e (score x) a)) ->
  expects w (fun c u => Ek l k (fun s a => f s a c u)) y -> y = Ek l k e.
Proof.
  intros B W Bd I Ie He Y. set (cl := fun a => Rmax 0 (Rmin 1 a)).
  assert (Cl : forall a, 0 <= cl a <= 1).
  { intros a. unfold cl. split; [apply Rmax_l|]. apply Rmax_lub; [lra|apply Rmin_l]. }
  assert (Id : forall a, 0 <= a <= 1 -> cl a = a) by (intros a A; unfold cl; rewrite Rmin_right, Rmax_right; lra).
  set (fn := fun n c u => sum l (fun x => share l k x * riemann n (fun a => f (score x) (cl a) c u))).
  set (xn := fun n => sum l (fun x => share l k x * riemann n (fun a => e (score x) (cl a)))).
  assert (H1 : forall n, expects w (fn n) (xn n)).
  { intros n. apply (expects_sum w l (share l k) (fun x c u => riemann n (fun a => f (score x) (cl a) c u))). intros x X.
    apply (expects_riemann w n (fun a => f (score x) (cl a)) (fun a => e (score x) (cl a))). intros a. apply He; auto. }
  assert (L1 : is_lim_seq xn y).
  { apply (W fn (fun c u => Ek l k (fun s a => f s a c u)) xn y M); auto.
    - intros n c u C U. destruct (share_counts l k B) as [N S]. unfold fn.
      assert (K : forall x, In x l -> Rabs (riemann n (fun a => f (score x) (cl a) c u)) <= M).
      { intros x X. apply riemann_bounded. intros a A. apply Bd; auto. }
      apply Rabs_le. split.
      + replace (- M) with (sum l (fun x => share l k x * - M)) by (rewrite sum_scal_r, S; ring). apply sum_le. intros x X.
        apply Rmult_le_compat_l; [apply N|]. specialize (K x X). apply Rabs_le_between in K. lra.
      + replace M with (sum l (fun x => share l k x * M)) by (rewrite sum_scal_r, S; ring). apply sum_le. intros x X.
        apply Rmult_le_compat_l; [apply N|]. specialize (K x X). apply Rabs_le_between in K. lra.
    - intros c u C U. apply (sum_converges l (share l k) (fun n x => riemann n (fun a => f (score x) (cl a) c u))
        (fun x => integral (fun a => f (score x) a c u) 0 1)). intros x X.
      apply is_lim_seq_ext with (fun n => riemann n (fun a => f (score x) a c u)).
      + intros n. apply riemann_same. intros a A. now rewrite Id.
      + apply riemann_converges, (I c u C U x X). }
  assert (L2 : is_lim_seq xn (Ek l k e)).
  { apply (sum_converges l (share l k) (fun n x => riemann n (fun a => e (score x) (cl a))) (fun x => integral (e (score x)) 0 1)).
    intros x X. apply is_lim_seq_ext with (fun n => riemann n (e (score x))).
    - intros n. apply riemann_same. intros a A. now rewrite Id.
    - apply riemann_converges, (Ie x X). }
  apply is_lim_seq_unique in L1, L2. rewrite L1 in L2. now injection L2.
Qed.
