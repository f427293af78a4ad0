package io.tributary.simulators.kit;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Assembles a simulator and serves it from its own event loop, which guards all state. */
final class SimVerticle extends VerticleBase {
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final SimVendor vendor;
  private final SimOptions options;
  private SimContext world;
  private Optional<StateFile> stateFile = Optional.empty();
  private HttpServer server;
  private volatile int port;

  SimVerticle(SimVendor vendor, SimOptions options) {
    this.vendor = vendor;
    this.options = options;
  }

  int port() {
    return port;
  }

  SimContext world() {
    return world;
  }

  Context baseUrl() {
    return context;
  }

  @Override
  public void init(Vertx vertx, Context context) {
    super.init(vertx, context);
    world = build();
  }

  private SimContext build() {
    var clock = new SimClock(Clock.systemUTC());
    var people = new SimPeople(options.days(), vendor.personPrefix(), clock, options.traits());
    OAuthSimRules rules = options.resolveOAuth(vendor.oauth().orElseGet(OAuthSimRules::standard));
    var grants = new OAuthGrantStore(clock, rules, people);
    var faults = new FaultInjection(System::currentTimeMillis);
    var hooks = new WebhookSubscriptions();
    PushRules pushes =
        options.resolvePushes(
            vendor
                .pushes()
                .orElseGet(
                    () ->
                        new PushRules(
                            List.of(),
                            Duration.ofSeconds(10),
                            Duration.ofDays(1),
                            Set.of(),
                            false,
                            PushRules.unsigned())));
    return new SimContext(
        vertx,
        vendor,
        options,
        clock,
        people,
        grants,
        new PasswordSim(clock, people, vendor.passwords()),
        faults,
        new ScriptTimers(vertx),
        new RateQuotas(
            options.resolvePlan(vendor.limits()), grants::countUsers, System::currentTimeMillis),
        hooks,
        new PushSender(vertx, pushes, hooks, clock, faults, this::changed),
        new RequestLog(),
        () -> "http://" + options.host() + ":" + port,
        this::changed);
  }

  @Override
  public Future<?> start() {
    return restoreState().compose(restored -> listen());
  }

  private Future<Void> restoreState() {
    if (options.state().isEmpty()) {
      world.grants().apps.put(options.app().clientId(), options.app());
      return Future.succeededFuture();
    }
    var path = options.state().get();
    stateFile = Optional.of(new StateFile(vertx, path, () -> SimState.of(world)));
    return vertx
        .executeBlocking(() -> StateFile.read(path))
        .map(
            saved -> {
              saved.ifPresent(s -> SimState.restore(s, world));
              // The client of the command line overrides the saved one.
              world.grants().apps.put(options.app().clientId(), options.app());
              return null;
            });
  }

  private Future<?> listen() {
    Router router = Router.router(vertx);
    new ControlRoutes(world).mount(router);
    router.route().failureHandler(ctx -> SimResponses.handleFailure(ctx, vendor));
    router.route().handler(this::countAndInjectFaults);
    vendor
        .oauth()
        .map(options::resolveOAuth)
        .ifPresent(
            rules ->
                new OAuthSim(vendor.slug(), rules, world.grants(), world.people(), this::changed)
                    .mount(router));
    vendor.mount(router, world);
    router.errorHandler(404, ctx -> SimResponses.sendStatus(ctx, vendor, 404));
    router.errorHandler(405, ctx -> SimResponses.sendStatus(ctx, vendor, 405));
    options.script().ifPresent(s -> FaultScript.named(s).start(new JsonObject(), world));
    return vertx
        .createHttpServer(new HttpServerOptions().setCompressionSupported(false))
        .requestHandler(router)
        .listen(options.port(), options.host())
        .onSuccess(
            listening -> {
              server = listening;
              port = listening.actualPort();
            });
  }

  @Override
  public Future<?> stop() {
    world.sender().close();
    world.faults().clear();
    return server
        .close()
        .eventually(() -> stateFile.map(StateFile::write).orElse(Future.succeededFuture()));
  }

  private void changed() {
    stateFile.ifPresent(StateFile::scheduleWrite);
  }

  /** Counts each request once it has been answered, and applies a fault if one matches. */
  private void countAndInjectFaults(RoutingContext ctx) {
    String path = ctx.normalizedPath();
    String counted = vendor.pathWithoutIds(path);
    ctx.addEndHandler(
        done ->
            world
                .log()
                .count(counted, ctx.response().ended() ? ctx.response().getStatusCode() : 0));
    if (!world.clock().skew().isZero()) {
      ctx.response().putHeader("Date", HTTP_DATE.format(world.clock().stamp()));
    }
    String owner = SimContext.bearer(ctx).flatMap(world.grants()::ownerOf).orElse("");
    Optional<FaultInjection.Hit> hit = world.faults().match(path, owner);
    if (hit.isEmpty()) {
      ctx.next();
    } else if (hit.get().delay().toMillis() < 1) {
      applyFault(ctx, hit.get(), owner);
    } else {
      ctx.request().pause();
      vertx.setTimer(
          hit.get().delay().toMillis(),
          id -> {
            ctx.request().resume();
            applyFault(ctx, hit.get(), owner);
          });
    }
  }

  private void applyFault(RoutingContext ctx, FaultInjection.Hit hit, String owner) {
    switch (hit.harm()) {
      case FaultInjection.FaultEffect.None none -> ctx.next();
      case FaultInjection.FaultEffect.Reset reset -> ctx.request().connection().close();
      case FaultInjection.FaultEffect.Hang hang -> {
        ctx.request().pause();
        Runnable release =
            world
                .faults()
                .hold(
                    hit,
                    () -> {
                      if (!ctx.response().closed()) {
                        ctx.request().resume();
                        ctx.next();
                      }
                    });
        world
            .faults()
            .remaining(hit)
            .ifPresent(l -> vertx.setTimer(Math.max(1, l.toMillis()), id -> release.run()));
      }
      case FaultInjection.FaultEffect.Status status -> ctx.fail(rejection(ctx, status, owner));
      case FaultInjection.FaultEffect.Lost lost -> markDamaged(ctx, lost);
      case FaultInjection.FaultEffect.Truncate cut -> markDamaged(ctx, cut);
      case FaultInjection.FaultEffect.Trickle slow -> markDamaged(ctx, slow);
      case FaultInjection.FaultEffect.Garbage garbage -> markDamaged(ctx, garbage);
    }
  }

  private static void markDamaged(RoutingContext ctx, FaultInjection.FaultEffect harm) {
    ctx.put(SimResponses.FAULT_EFFECT, harm);
    ctx.next();
  }

  private RuntimeException rejection(
      RoutingContext ctx, FaultInjection.FaultEffect.Status ordered, String owner) {
    int status = ordered.statuses().getFirst();
    if (status != 429) {
      return SimError.ordered(vendor, status, ordered.retryAfter());
    }
    String app =
        SimContext.bearer(ctx)
            .flatMap(world.grants()::grantOf)
            .map(OAuthGrantStore.Grant::clientId)
            .orElse(options.app().clientId());
    int wait = ordered.retryAfter().orElse(1);
    return new SimRejection(
        new SimError.TooMany(world.quotas().orderedRejection(app, owner, wait)));
  }
}
