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
 * Keeps this node's share of the owned actors: takes, renews and releases leases and deploys one
 * verticle per lease held. Deploy it as a virtual-thread verticle. It stops trusting its leases by
 * its own monotonic clock before the database would give them to others.
 */
public final class LeaseVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(LeaseVerticle.class.getName());

  /** One kind of owned actor. */
  public record Kind(Set<String> names, ThreadingModel model, Function<Lease, Deployable> make) {
    public Kind {
      names = Set.copyOf(names);
    }
  }

  private final Db db;
  private final ServiceConfig.Lease settings;
  private final String owner;
  private final List<Kind> kinds;
  private final LeaseDirectory view;
  private final LeaseMetrics meters;
  private final SplitBrainDetector neighbours;
  private final Promise<Void> lastRound = Promise.promise();
  private final Map<String, OwnedActor> held = new LinkedHashMap<>();
  private LeaseStore store;
  private Lease node;
  private long trustUntil;
  private boolean busy;
  private boolean again;
  private boolean stopping;

  public LeaseVerticle(
      Db db,
      ServiceConfig.Lease settings,
      String owner,
      List<Kind> kinds,
      LeaseDirectory view,
      LeaseMetrics meters) {
    this.db = db;
    this.settings = settings;
    this.owner = owner;
    this.kinds = List.copyOf(kinds);
    this.view = view;
    this.meters = meters;
    this.neighbours = new SplitBrainDetector(owner);
  }

  /** Deploys it with the right threading model. */
  public Future<String> deploy(Vertx vertx) {
    return vertx.deployVerticle(
        this, new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD));
  }

  @Override
  public Future<?> start() {
    store = new LeaseStore(db, owner);
    round();
    vertx.setPeriodic(settings.renewEvery().toMillis(), id -> round());
    vertx.setPeriodic(Math.max(10, settings.safety().toMillis() / 10), id -> distrust());
    db.wakeups().on("lease", this::round);
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    stopping = true;
    if (busy) {
      // What it takes in this moment is to be given back as well.
      lastRound.future().await();
    }
    // The actors are deployed as this verticle's children, so they have ended when this is called.
    List<Lease> leases = leases();
    held.clear();
    release(leases);
    return Future.join(db.wakeups().wakeAtOnce("lease"), store.close());
  }

  private void release(List<Lease> leases) {
    try {
      store.release(leases);
    } catch (Exception e) {
      // Of any kind: await passes checked faults of the network through.
      LOG.log(
          Level.WARNING,
          "leases not released, they expire by themselves: " + SafeErrorMessage.of(e));
    }
  }

  /** All that are held, the node's own included. */
  private List<Lease> leases() {
    return Stream.concat(held.values().stream().map(a -> a.lease), Stream.ofNullable(node))
        .toList();
  }

  /** One renewal: keep, count the live nodes, release surplus, take what is free. */
  private void round() {
    if (stopping) {
      return;
    }
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    again = false;
    try {
      long began = System.nanoTime();
      renew();
      trustUntil = began + settings.ttl().minus(settings.safety()).toNanos();
      if (!stopping) {
        share();
        view.set(store.live(), owner);
        held.values().forEach(this::ensureDeployed);
      }
    } catch (Exception e) {
      meters.fault("round");
      LOG.log(Level.WARNING, "lease round failed: " + SafeErrorMessage.of(e));
    } finally {
      busy = false;
      if (stopping) {
        lastRound.tryComplete();
      }
    }
    if (again) {
      // What another node gave up meanwhile may have been read before it did.
      context.runOnContext(v -> round());
    }
  }

  private void renew() {
    Set<Lease> kept = Set.copyOf(store.renew(leases(), settings.ttl()));
    if (node == null || !kept.contains(node)) {
      node = store.take(List.of("node:" + owner), settings.ttl()).stream().findFirst().orElse(null);
    }
    for (OwnedActor a : List.copyOf(held.values())) {
      if (!kept.contains(a.lease)) {
        meters.fault("lost");
        LOG.log(Level.WARNING, "lease lost name=" + a.lease.name() + " epoch=" + a.lease.epoch());
        drop(a);
      }
    }
  }

  private void share() {
    List<LeaseStore.Held> live = store.live();
    long nodes = neighbours.seen(live, vertx.isClustered());
    meters.round(held.keySet(), nodes);
    Map<String, LeaseStore.Held> byName = new HashMap<>();
    live.forEach(h -> byName.put(h.name(), h));
    for (Kind kind : kinds) {
      long fair = (kind.names().size() + nodes - 1) / nodes;
      List<OwnedActor> ours =
          held.values().stream().filter(a -> a.kind == kind && !a.leaving).toList();
      if (ours.size() > fair) {
        handOver(ours.getLast());
        continue;
      }
      // A live lease of our own name that we do not hold is from a life before a kill.
      List<String> wanted =
          kind.names().stream()
              .filter(n -> !held.containsKey(n))
              .filter(n -> !byName.containsKey(n) || byName.get(n).owner().equals(owner))
              .sorted()
              .limit(fair - ours.size())
              .toList();
      if (!wanted.isEmpty() && !stopping) {
        for (Lease lease : store.take(wanted, settings.ttl())) {
          held.put(lease.name(), new OwnedActor(lease, kind));
        }
      }
    }
  }

  /** The lease is kept until the actor has ended, so that what it has in flight is recorded. */
  private void handOver(OwnedActor actor) {
    actor.leaving = true;
    actor.undeploy(vertx).onComplete(r -> context.runOnContext(v -> handedOver(actor)));
  }

  private void handedOver(OwnedActor actor) {
    if (held.remove(actor.lease.name(), actor)) {
      release(List.of(actor.lease));
      db.wakeups().wake("lease");
    }
  }

  private void ensureDeployed(OwnedActor actor) {
    if (actor.leaving || actor.deployment != null || actor.deploying || actor.resting()) {
      return;
    }
    actor.deploying = true;
    actor
        .deploy(vertx)
        .onComplete(
            r -> {
              actor.deploying = false;
              if (r.failed() && stopping) {
                // A node that stops takes no more children; there is nobody to try again for.
                return;
              }
              if (r.failed()) {
                int wait = actor.failed();
                meters.fault("start");
                LOG.log(
                    actor.failures < 3 ? Level.WARNING : Level.ERROR,
                    "actor=" + actor.lease.name() + " did not start, next try in " + wait + " s",
                    r.cause());
              } else {
                actor.deployment = r.result();
                actor.failures = 0;
                if (held.get(actor.lease.name()) != actor || actor.leaving) {
                  actor.undeploy(vertx);
                }
              }
            });
  }

  /** Ends the actors when renewals have failed for too long by our own clock. */
  private void distrust() {
    if (!held.isEmpty() && System.nanoTime() > trustUntil) {
      meters.fault("distrust");
      LOG.log(Level.WARNING, "leases not renewed in time, " + held.size() + " actors end");
      List.copyOf(held.values()).forEach(this::drop);
      node = null;
    }
  }

  private void drop(OwnedActor actor) {
    held.remove(actor.lease.name(), actor);
    actor.undeploy(vertx);
  }
}
