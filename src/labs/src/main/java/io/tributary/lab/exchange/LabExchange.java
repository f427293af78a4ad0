package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.http.Routes;
import io.tributary.lab.insurance.InsuranceService;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LowStatus;
import io.tributary.lease.Lease;
import io.tributary.lease.LeaseVerticle;
import io.tributary.metrics.Metrics;
import io.tributary.outbound.SsrfGuard;
import io.tributary.outbound.TargetUrl;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Wires the traffic with laboratories: links, transports, jobs and routes. */
public final class LabExchange {
  private final Vertx vertx;
  private final Db db;
  private final LabExchangeConfig settings;
  private final LabConnections links;
  private final LabMessageReceiver inbox;
  private final LabAckHandler desk;
  private final OrderDispatchJob dispatch;
  private final LabMessageJob reader;
  private final ExchangeMetrics meters;
  private final SplitMessages parted;
  private final ConnectionEventLogger events;
  private final SimulatorLocator simulator;
  private final SsrfGuard guard;
  private final FhirLogin sandboxCaller;
  private final ConcurrentHashMap<String, Integer> ports = new ConcurrentHashMap<>();

  /**
   * @throws IllegalArgumentException when the link files are invalid
   */
  public LabExchange(
      Vertx vertx,
      Db db,
      LabExchangeConfig settings,
      OrderLifecycle orders,
      InsuranceService insurances,
      Encryption secrets,
      ResultSink results,
      SimulatorLocator simulator,
      SsrfGuard guard,
      Metrics meters) {
    this.vertx = vertx;
    this.db = db;
    this.settings = settings;
    this.simulator = simulator;
    this.meters = new ExchangeMetrics(meters);
    this.events = new ConnectionEventLogger(this.meters);
    this.guard = guard;
    this.sandboxCaller = sandboxCaller(secrets);
    this.links = LabConnections.load(settings, guard.rules(), sandboxCaller);
    MessageEncryption seal = new MessageEncryption(secrets);
    this.parted = new SplitMessages(links, seal);
    this.inbox = new LabMessageReceiver(db, seal, this.meters);
    this.desk = new LabAckHandler(settings, orders, links, this.meters);
    LabOrderBuilder facts = new LabOrderBuilder(new OrderInsurance(insurances));
    this.dispatch = new OrderDispatchJob(db, settings, orders, links, facts, this.meters);
    this.reader = new LabMessageJob(db, settings, links, desk, results, seal, parted, this.meters);
    // A kit is sent to the laboratory only once it is registered.
    orders.onMove(
        (tx, before, after) -> {
          if (after.low() == LowStatus.REGISTERED) {
            OrderDispatchJob.wake(tx, before.id());
          }
        });
  }

  /**
   * Credential derived from the master key: the same on every node and after a restart, and unknown
   * without the key.
   */
  private static FhirLogin sandboxCaller(Encryption secrets) {
    byte[] mark = secrets.mark("sandbox".getBytes(StandardCharsets.UTF_8), "lab-link");
    return FhirLogin.bearer(HexFormat.of().formatHex(mark));
  }

  /** Makes a waiting order due immediately. */
  public void wake(Tx tx, UUID order) {
    OrderDispatchJob.wake(tx, order);
  }

  /**
   * Returns the message of an order that has a number, for a laboratory that received the order out
   * of band.
   */
  public byte[] written(Tx tx, OrderRow order) {
    return dispatch.written(tx, order);
  }

  /** Removes an erased person from stored messages. */
  public SplitMessages parted() {
    return parted;
  }

  /** Port to which the simulator sends results on this node; empty until the node listens. */
  public OptionalInt sandboxPort() {
    Integer port = ports.get(LabConnectionProfile.SANDBOX);
    return port == null ? OptionalInt.empty() : OptionalInt.of(port);
  }

  /**
   * Address and credential for the results of the simulator; values that are not needed are empty.
   *
   * @param login the value of the header Authorization
   */
  public record ResultsPlace(String to, String login) {}

  /** Returns the address for an order's results; fails until this node listens. */
  public ResultsPlace resultsPlace(Tx tx, OrderRow order) {
    boolean fhir =
        dispatch
            .link(tx, order)
            .filter(l -> l.kind() == LabConnectionProfile.Kind.FHIR)
            .isPresent();
    Integer port =
        ports.get(fhir ? LabConnectionProfile.SANDBOX_FHIR : LabConnectionProfile.SANDBOX);
    if (port == null) {
      throw new IllegalStateException("not listening for results yet");
    }
    String at = settings.sandboxHost() + ":" + port;
    return fhir
        ? new ResultsPlace("http://" + at, sandboxCaller.header())
        : new ResultsPlace(at, "");
  }

  /** Returns the listeners for incoming messages; an event-loop verticle, on every node. */
  public Deployable listener() {
    return new ListenerVerticle(links, inbox, events, ports);
  }

  /** Returns the jobs that write and read messages; on a virtual thread, on every node. */
  public Deployable worker() {
    return new ExchangeVerticle(db, settings, dispatch, reader);
  }

  public List<Routes.Source> routes() {
    return List.of(new MessageRoutes(db, desk), new DispatchRoutes(db));
  }

  /** Returns the owners: one lease for each link. */
  public LeaseVerticle.Kind owners() {
    return new LeaseVerticle.Kind(
        links.all().stream()
            .map(l -> LabConnectionVerticle.lease(l.name()))
            .collect(Collectors.toUnmodifiableSet()),
        ThreadingModel.VIRTUAL_THREAD,
        this::owner);
  }

  private Deployable owner(Lease lease) {
    LabConnectionProfile link = links.named(LabConnectionVerticle.linkOf(lease)).orElseThrow();
    return new LabConnectionVerticle(db, settings, lease, wire(link), desk, meters);
  }

  private LabTransport wire(LabConnectionProfile link) {
    return switch (link.kind()) {
      case SIMULATOR -> new SandboxTransport(vertx, settings, simulator, inbox.of(link), events);
      case HL7V2 -> new MllpTransport(vertx, link.to().orElseThrow(), inbox.of(link), events);
      case FHIR -> fhir(link);
      case FILES -> new FileDropTransport(vertx, link, inbox, meters, settings.claimEvery());
      case MANUAL -> new ManualTransport();
    };
  }

  private LabTransport fhir(LabConnectionProfile link) {
    FhirLink own = link.fhir().orElseThrow();
    // The simulator's address comes from this node or its configuration; all other addresses are
    // resolved and checked.
    Optional<SsrfGuard> checked = own.to().map(to -> guard);
    FhirClient client =
        new FhirClient(vertx, checked, own.tls(), own.login(), settings.answerTimeout());
    Supplier<Future<TargetUrl>> to =
        () ->
            own.to()
                .map(Future::succeededFuture)
                .orElseGet(() -> simulator.where().map(LabExchange::base));
    return new FhirTransport(
        client, to, own.poll().map(every -> new FhirPoll(vertx, db, link, inbox, client, meters)));
  }

  private static TargetUrl base(SimulatorLocator.Place place) {
    try {
      return TargetUrl.parse(place.fhir());
    } catch (TargetUrl.Malformed e) {
      throw new IllegalStateException("the simulator has no base for FHIR", e);
    }
  }
}
