package io.tributary.lease;

/** A lease held and the verticle that acts on it. */
final class Actor {
  final Lease lease;
  final LeaseVerticle.Kind kind;
  String deployment;
  boolean deploying;
  boolean leaving;
  int failures;
  long retryAt;

  Actor(Lease lease, LeaseVerticle.Kind kind) {
    this.lease = lease;
    this.kind = kind;
  }
}
