package io.tributary.lease;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** A lease held and the verticle that acts on it. Fields are touched by the keeper only. */
final class OwnedActor {
  private static final int[] RESTART_SECONDS = {1, 2, 5, 15};

  final Lease lease;
  final LeaseVerticle.Kind kind;
  String deployment;
  boolean deploying;
  boolean leaving;
  int failures;
  private long retryAt;

  OwnedActor(Lease lease, LeaseVerticle.Kind kind) {
    this.lease = lease;
    this.kind = kind;
  }

  /** Never throws: one that cannot even be made is tried again like one that does not start. */
  Future<String> deploy(Vertx vertx) {
    try {
      return vertx.deployVerticle(
          kind.make().apply(lease), new DeploymentOptions().setThreadingModel(kind.model()));
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }

  /** Completes when it has ended, also where it did not run. */
  Future<Void> undeploy(Vertx vertx) {
    String ends = deployment;
    deployment = null;
    return ends == null ? Future.succeededFuture() : vertx.undeploy(ends).otherwiseEmpty();
  }

  /** It did not start; returns the seconds until the next try. */
  int failed() {
    int wait = RESTART_SECONDS[Math.min(failures, RESTART_SECONDS.length - 1)];
    failures++;
    retryAt = System.nanoTime() + wait * 1_000_000_000L;
    return wait;
  }

  /** Whether the next try is not due yet. */
  boolean resting() {
    return failures > 0 && System.nanoTime() < retryAt;
  }
}
