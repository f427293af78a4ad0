package io.tributary.lease;

import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.kernel.FaultText;
import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

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
  private final Leases view;
  private final LeaseMeters meters;
  private final Neighbours neighbours;
  private final Map<String, Actor> held = new LinkedHashMap<>();
  private LeaseStore store;
  private long trustUntil;
  private boolean busy;
  private boolean again;
  private boolean stopping;

  public LeaseVerticle(
      Db db,
      ServiceConfig.Lease settings,
      String owner,
      List<Kind> kinds,
      Leases view,
      LeaseMeters meters) {
    this.db = db;
    this.settings = settings;
    this.owner = owner;
    this.kinds = List.copyOf(kinds);
    this.view = view;
    this.meters = meters;
    this.neighbours = new Neighbours(owner);
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
    // The actors are deployed as this verticle's children, so they have ended when this is called.
    List<Lease> leases = new ArrayList<>(held.values().stream().map(a -> a.lease).toList());
    leases.addAll(nodeLease());
    held.clear();
    release(leases);
    return Future.join(db.wakeups().wakeAtOnce("lease"), store.close());
  }

  private void release(List<Lease> leases) {
    try {
      store.release(leases);
    } catch (Exception e) {
      // Of any kind: await passes checked faults of the network through.
      LOG.log(Level.WARNING, "leases not released, they expire by themselves: " + FaultText.of(e));
    }
  }

  private List<Lease> nodeLease() {
    return node == null ? List.of() : List.of(node);
  }

  private Lease node;

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
      share();
      view.set(store.live(), owner);
      held.values().forEach(this::ensureDeployed);
    } catch (Exception e) {
      meters.fault("round");
      LOG.log(Level.WARNING, "lease round failed: " + FaultText.of(e));
    } finally {
      busy = false;
    }
    if (again) {
      // What another node gave up meanwhile may have been read before it did.
      context.runOnContext(v -> round());
    }
  }

  private void renew() {
    List<Lease> mine = new ArrayList<>(held.values().stream().map(a -> a.lease).toList());
    mine.addAll(nodeLease());
    Set<Lease> kept = Set.copyOf(mine.isEmpty() ? List.of() : store.renew(mine, settings.ttl()));
    if (node == null || !kept.contains(node)) {
      node = store.take(List.of("node:" + owner), settings.ttl()).stream().findFirst().orElse(null);
    }
    for (Actor a : List.copyOf(held.values())) {
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
      List<Actor> ours = held.values().stream().filter(a -> a.kind == kind && !a.leaving).toList();
      if (ours.size() > fair) {
        handOver(ours.getLast());
        continue;
      }
      Set<String> free = new TreeSet<>();
      for (String name : kind.names()) {
        LeaseStore.Held h = byName.get(name);
        // A live lease of our own name that we do not hold is from a life before a kill.
        if (!held.containsKey(name) && (h == null || h.owner().equals(owner))) {
          free.add(name);
        }
      }
      List<String> wanted = free.stream().limit(fair - ours.size()).toList();
      if (!wanted.isEmpty()) {
        for (Lease lease : store.take(wanted, settings.ttl())) {
          held.put(lease.name(), new Actor(lease, kind));
        }
      }
    }
  }

  /** The lease is kept until the actor has ended, so that what it has in flight is recorded. */
  private void handOver(Actor actor) {
    actor.leaving = true;
    actor.undeploy(vertx).onComplete(r -> context.runOnContext(v -> handedOver(actor)));
  }

  private void handedOver(Actor actor) {
    if (held.remove(actor.lease.name(), actor)) {
      release(List.of(actor.lease));
      db.wakeups().wake("lease");
    }
  }

  private void ensureDeployed(Actor actor) {
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

  private void drop(Actor actor) {
    held.remove(actor.lease.name(), actor);
    actor.undeploy(vertx);
  }
}
