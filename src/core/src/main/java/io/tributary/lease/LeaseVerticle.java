package io.tributary.lease;

import io.tributary.config.ServiceConfig;
import io.tributary.core.SafeErrorMessage;
import io.tributary.db.Db;
import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Manages this node's share of the lease-owned actors.
 *
 * <p>Every actor runs on exactly one node. A node owns an actor while it holds the lease in table
 * actor_lease, and runs one verticle per lease. Each lease has an epoch that grows with every new
 * owner; {@link Fence} rejects writes of an older epoch.
 *
 * <p>In each round, the verticle renews its leases, counts the live nodes and computes its fair
 * share of each kind of actor: the number of actors divided by the number of nodes, rounded up. If
 * it holds more, it hands over one actor of the kind per round: the actor stops first, and its
 * lease is released afterwards. If it holds fewer, it takes free or expired leases.
 *
 * <p>Rounds run at an interval and when another node releases leases. If renewals fail, the node
 * stops its actors by its own monotonic clock at {@code ttl - safety} after the last successful
 * renewal began, before the database would grant the leases to others. An actor that fails to start
 * is retried after 1, 2, 5 and then 15 seconds.
 *
 * <p>Deploy it as a virtual-thread verticle.
 */
public final class LeaseVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(LeaseVerticle.class.getName());

  /** Kind of actor: the names of its instances, their threading model and their factory. */
  public record ActorKind(
      Set<String> names, ThreadingModel threadingModel, Function<Lease, Deployable> factory) {
    public ActorKind {
      names = Set.copyOf(names);
    }
  }

  private final Db db;
  private final ServiceConfig.Lease settings;
  private final String owner;
  private final List<ActorKind> kinds;
  private final LeaseDirectory directory;
  private final LeaseMetrics meters;
  private final SplitBrainDetector splitBrainDetector;
  private final Promise<Void> lastRound = Promise.promise();
  private final Map<String, OwnedActor> actors = new LinkedHashMap<>();
  private LeaseStore store;
  private Lease nodeLease;
  private long trustUntil;
  private boolean busy;
  private boolean runAgain;
  private boolean stopping;

  public LeaseVerticle(
      Db db,
      ServiceConfig.Lease settings,
      String owner,
      List<ActorKind> kinds,
      LeaseDirectory directory,
      LeaseMetrics meters) {
    this.db = db;
    this.settings = settings;
    this.owner = owner;
    this.kinds = List.copyOf(kinds);
    this.directory = directory;
    this.meters = meters;
    this.splitBrainDetector = new SplitBrainDetector(owner);
  }

  /** Deploys this verticle with the right threading model. */
  public Future<String> deploy(Vertx vertx) {
    return vertx.deployVerticle(
        this, new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD));
  }

  @Override
  public Future<?> start() {
    store = new LeaseStore(db, owner);
    runRound();
    vertx.setPeriodic(settings.renewInterval().toMillis(), id -> runRound());
    vertx.setPeriodic(Math.max(10, settings.safetyMargin().toMillis() / 10), id -> stopIfOverdue());
    db.queueNotifier().onWake("lease", this::runRound);
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    stopping = true;
    if (busy) {
      // Leases taken by the round in progress must be released as well.
      lastRound.future().await();
    }
    // The actors are child deployments of this verticle, so they have already ended here.
    List<Lease> leases = leases();
    actors.clear();
    release(leases);
    return Future.join(db.queueNotifier().wakeNow("lease"), store.close());
  }

  private void release(List<Lease> leases) {
    try {
      store.release(leases);
    } catch (Exception e) {
      // Catches every exception, because await() rethrows checked network exceptions.
      LOG.log(Level.WARNING, "leases not released, they will expire: " + SafeErrorMessage.of(e));
    }
  }

  /** Returns all leases held, including the node's own. */
  private List<Lease> leases() {
    return Stream.concat(actors.values().stream().map(a -> a.lease), Stream.ofNullable(nodeLease))
        .toList();
  }

  /** Renews leases, counts live nodes, releases surplus leases and takes free ones. */
  private void runRound() {
    if (stopping) {
      return;
    }
    if (busy) {
      runAgain = true;
      return;
    }
    busy = true;
    runAgain = false;
    try {
      long began = System.nanoTime();
      renew();
      trustUntil = began + settings.ttl().minus(settings.safetyMargin()).toNanos();
      if (!stopping) {
        rebalance();
        directory.update(store.liveRows(), owner);
        actors.values().forEach(this::ensureDeployed);
      }
    } catch (Exception e) {
      meters.countFault("round");
      LOG.log(Level.WARNING, "lease round failed: " + SafeErrorMessage.of(e));
    } finally {
      busy = false;
      if (stopping) {
        lastRound.tryComplete();
      }
    }
    if (runAgain) {
      // This round may have read the leases before another node released some.
      context.runOnContext(v -> runRound());
    }
  }

  private void renew() {
    Set<Lease> kept = Set.copyOf(store.renew(leases(), settings.ttl()));
    if (nodeLease == null || !kept.contains(nodeLease)) {
      nodeLease =
          store.take(List.of("node:" + owner), settings.ttl()).stream().findFirst().orElse(null);
    }
    for (OwnedActor a : List.copyOf(actors.values())) {
      if (!kept.contains(a.lease)) {
        meters.countFault("lost");
        LOG.log(Level.WARNING, "lease lost name=" + a.lease.name() + " epoch=" + a.lease.epoch());
        stopActor(a);
      }
    }
  }

  private void rebalance() {
    List<LeaseStore.LeaseRow> live = store.liveRows();
    long nodes = splitBrainDetector.countNodes(live, vertx.isClustered());
    meters.update(actors.keySet(), nodes);
    Map<String, LeaseStore.LeaseRow> byName = new HashMap<>();
    live.forEach(h -> byName.put(h.name(), h));
    for (ActorKind kind : kinds) {
      long fair = (kind.names().size() + nodes - 1) / nodes;
      List<OwnedActor> ours =
          actors.values().stream().filter(a -> a.kind == kind && !a.handingOver).toList();
      if (ours.size() > fair) {
        handOver(ours.getLast());
        continue;
      }
      // A live lease under this owner's name that is not held here is left over from a killed
      // process.
      List<String> wanted =
          kind.names().stream()
              .filter(n -> !actors.containsKey(n))
              .filter(n -> !byName.containsKey(n) || byName.get(n).owner().equals(owner))
              .sorted()
              .limit(fair - ours.size())
              .toList();
      if (!wanted.isEmpty() && !stopping) {
        for (Lease lease : store.take(wanted, settings.ttl())) {
          actors.put(lease.name(), new OwnedActor(lease, kind));
        }
      }
    }
  }

  /**
   * Stops a surplus actor. The lease is kept until the actor has ended, so that it can record its
   * work in flight.
   */
  private void handOver(OwnedActor actor) {
    actor.handingOver = true;
    actor.undeploy(vertx).onComplete(r -> context.runOnContext(v -> handedOver(actor)));
  }

  private void handedOver(OwnedActor actor) {
    if (actors.remove(actor.lease.name(), actor)) {
      release(List.of(actor.lease));
      db.queueNotifier().wake("lease");
    }
  }

  private void ensureDeployed(OwnedActor actor) {
    if (actor.handingOver
        || actor.deployment != null
        || actor.deploying
        || actor.isWaitingForRetry()) {
      return;
    }
    actor.deploying = true;
    actor
        .deploy(vertx)
        .onComplete(
            r -> {
              actor.deploying = false;
              if (r.failed() && stopping) {
                // A stopping node deploys no more children, so there is no retry.
                return;
              }
              if (r.failed()) {
                int wait = actor.recordFailure();
                meters.countFault("start");
                LOG.log(
                    actor.failures < 3 ? Level.WARNING : Level.ERROR,
                    "actor="
                        + actor.lease.name()
                        + " did not start, next attempt in "
                        + wait
                        + " s",
                    r.cause());
              } else {
                actor.deployment = r.result();
                actor.failures = 0;
                if (actors.get(actor.lease.name()) != actor || actor.handingOver) {
                  actor.undeploy(vertx);
                }
              }
            });
  }

  /** Stops all actors if renewal is overdue by the node's own clock. */
  private void stopIfOverdue() {
    if (!actors.isEmpty() && System.nanoTime() > trustUntil) {
      meters.countFault("distrust");
      LOG.log(Level.WARNING, "leases not renewed in time, " + actors.size() + " actors end");
      List.copyOf(actors.values()).forEach(this::stopActor);
      nodeLease = null;
    }
  }

  private void stopActor(OwnedActor actor) {
    actors.remove(actor.lease.name(), actor);
    actor.undeploy(vertx);
  }
}
