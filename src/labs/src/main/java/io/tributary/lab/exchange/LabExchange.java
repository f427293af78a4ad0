package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.http.Routes;
import io.tributary.kernel.Secrets;
import io.tributary.lab.insurance.Insurances;
import io.tributary.lab.order.OrderBook;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LowStatus;
import io.tributary.lease.Lease;
import io.tributary.lease.LeaseVerticle;
import io.tributary.metrics.Meters;
import io.tributary.outbound.AddressGuard;
import io.tributary.outbound.Destination;
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

/** Puts the feature together. */
public final class LabExchange {
  private final Vertx vertx;
  private final Db db;
  private final LabExchangeConfig settings;
  private final Links links;
  private final Inbox inbox;
  private final AnswerDesk desk;
  private final Dispatch dispatch;
  private final InboxReader reader;
  private final ExchangeMeters meters;
  private final PartedMessages parted;
  private final LinkEvents events;
  private final SimulatorPlace simulator;
  private final AddressGuard guard;
  private final FhirLogin sandboxCaller;
  private final ConcurrentHashMap<String, Integer> ports = new ConcurrentHashMap<>();

  /**
   * @throws IllegalArgumentException when the files of links are wrong
   */
  public LabExchange(
      Vertx vertx,
      Db db,
      LabExchangeConfig settings,
      OrderBook orders,
      Insurances insurances,
      Secrets secrets,
      ResultSink results,
      SimulatorPlace simulator,
      AddressGuard guard,
      Meters meters) {
    this.vertx = vertx;
    this.db = db;
    this.settings = settings;
    this.simulator = simulator;
    this.meters = new ExchangeMeters(meters);
    this.events = new LinkEvents(this.meters);
    this.guard = guard;
    this.sandboxCaller = sandboxCaller(secrets);
    this.links = Links.load(settings, guard.rules(), sandboxCaller);
    MessageSeal seal = new MessageSeal(secrets);
    this.parted = new PartedMessages(links, seal);
    this.inbox = new Inbox(db, seal, this.meters);
    this.desk = new AnswerDesk(settings, orders, links, this.meters);
    OrderFacts facts = new OrderFacts(new Cover(insurances));
    this.dispatch = new Dispatch(db, settings, orders, links, facts, this.meters);
    this.reader = new InboxReader(db, settings, links, desk, results, seal, parted, this.meters);
    // A kit is the laboratory's business only when somebody has registered it.
    orders.onMove(
        (tx, before, after) -> {
          if (after.low() == LowStatus.REGISTERED) {
            Dispatch.wake(tx, before.id());
          }
        });
  }

  /** The same on every node and after a restart, and known to nobody without the master key. */
  private static FhirLogin sandboxCaller(Secrets secrets) {
    byte[] mark = secrets.mark("sandbox".getBytes(StandardCharsets.UTF_8), "lab-link");
    return FhirLogin.bearer(HexFormat.of().formatHex(mark));
  }

  /** An order that waits for a word is looked at now. */
  public void wake(Tx tx, UUID order) {
    Dispatch.wake(tx, order);
  }

  /** The message of an order that has a number, for laboratories that got it by other ways. */
  public byte[] written(Tx tx, OrderRow order) {
    return dispatch.written(tx, order);
  }

  /** Takes messages apart that tell of somebody who is erased. */
  public PartedMessages parted() {
    return parted;
  }

  /** Where the simulator sends results on this node; empty until it listens. */
  public OptionalInt sandboxPort() {
    Integer port = ports.get(LinkProfile.SANDBOX);
    return port == null ? OptionalInt.empty() : OptionalInt.of(port);
  }

  /**
   * Where the simulator brings the results of an order, and by what it is known there; what is not
   * needed is left empty.
   *
   * @param login the value of the header Authorization
   */
  public record ResultsPlace(String to, String login) {}

  /** Fails until this node listens. */
  public ResultsPlace resultsPlace(Tx tx, OrderRow order) {
    boolean fhir =
        dispatch.link(tx, order).filter(l -> l.kind() == LinkProfile.Kind.FHIR).isPresent();
    Integer port = ports.get(fhir ? LinkProfile.SANDBOX_FHIR : LinkProfile.SANDBOX);
    if (port == null) {
      throw new IllegalStateException("not listening for results yet");
    }
    String at = settings.sandboxHost() + ":" + port;
    return fhir
        ? new ResultsPlace("http://" + at, sandboxCaller.header())
        : new ResultsPlace(at, "");
  }

  /** Takes what laboratories send; an event-loop verticle, on every node. */
  public Deployable listener() {
    return new ListenerVerticle(links, inbox, events, ports);
  }

  /** Writes and reads messages; on a virtual thread, on every node. */
  public Deployable worker() {
    return new ExchangeVerticle(db, settings, dispatch, reader);
  }

  public List<Routes.Source> routes() {
    return List.of(new MessageRoutes(db, desk), new DispatchRoutes(db));
  }

  /** One owner for each link. */
  public LeaseVerticle.Kind owners() {
    return new LeaseVerticle.Kind(
        links.all().stream()
            .map(l -> LabLinkVerticle.lease(l.name()))
            .collect(Collectors.toUnmodifiableSet()),
        ThreadingModel.VIRTUAL_THREAD,
        this::owner);
  }

  private Deployable owner(Lease lease) {
    LinkProfile link = links.named(LabLinkVerticle.linkOf(lease)).orElseThrow();
    return new LabLinkVerticle(db, settings, lease, wire(link), desk, meters);
  }

  private Wire wire(LinkProfile link) {
    return switch (link.kind()) {
      case SIMULATOR -> new SimulatorWire(vertx, settings, simulator, inbox.of(link), events);
      case HL7V2 -> new MllpWire(vertx, link.to().orElseThrow(), inbox.of(link), events);
      case FHIR -> fhir(link);
      case FILES -> new FilesWire(vertx, link, inbox, meters, settings.claimEvery());
      case MANUAL -> new ManualWire();
    };
  }

  private Wire fhir(LinkProfile link) {
    FhirLink own = link.fhir().orElseThrow();
    // The simulator is where we were told: everything else is looked up and checked.
    Optional<AddressGuard> checked = own.to().map(to -> guard);
    FhirClient client =
        new FhirClient(vertx, checked, own.tls(), own.login(), settings.answerTimeout());
    Supplier<Future<Destination>> to =
        () ->
            own.to()
                .map(Future::succeededFuture)
                .orElseGet(() -> simulator.where().map(LabExchange::base));
    return new FhirWire(
        client, to, own.poll().map(every -> new FhirPoll(vertx, db, link, inbox, client, meters)));
  }

  private static Destination base(SimulatorPlace.Place place) {
    try {
      return Destination.parse(place.fhir());
    } catch (Destination.Malformed e) {
      throw new IllegalStateException("the simulator has no base for FHIR", e);
    }
  }
}
