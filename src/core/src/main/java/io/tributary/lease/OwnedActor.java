package io.tributary.lease;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** Lease and the verticle that runs under it. Accessed by {@link LeaseVerticle} only. */
final class OwnedActor {
  private static final int[] RESTART_SECONDS = {1, 2, 5, 15};

  final Lease lease;
  final LeaseVerticle.ActorKind kind;
  String deployment;
  boolean deploying;
  boolean handingOver;
  int failures;
  private long retryAt;

  OwnedActor(Lease lease, LeaseVerticle.ActorKind kind) {
    this.lease = lease;
    this.kind = kind;
  }

  /**
   * Deploys the verticle. Never throws: an actor whose constructor fails is retried like one that
   * fails to start.
   */
  Future<String> deploy(Vertx vertx) {
    try {
      return vertx.deployVerticle(
          kind.factory().apply(lease),
          new DeploymentOptions().setThreadingModel(kind.threadingModel()));
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }

  /** Undeploys the verticle; also completes if it was not running. */
  Future<Void> undeploy(Vertx vertx) {
    String ends = deployment;
    deployment = null;
    return ends == null ? Future.succeededFuture() : vertx.undeploy(ends).otherwiseEmpty();
  }

  /**
   * Records a failed start.
   *
   * @return seconds until the next attempt
   */
  int recordFailure() {
    int wait = RESTART_SECONDS[Math.min(failures, RESTART_SECONDS.length - 1)];
    failures++;
    retryAt = System.nanoTime() + wait * 1_000_000_000L;
    return wait;
  }

  /** Returns whether the next attempt is not due yet. */
  boolean isWaitingForRetry() {
    return failures > 0 && System.nanoTime() < retryAt;
  }
}
