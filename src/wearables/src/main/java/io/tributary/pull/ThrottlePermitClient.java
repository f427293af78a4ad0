package io.tributary.pull;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.config.PullConfig;
import io.tributary.core.ServiceException;
import io.tributary.lease.LeaseDirectory;
import io.tributary.provider.PermitClient;
import io.tributary.provider.ThrottleMessages;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * Asks the owner of the provider's throttle for leave, wherever it lives. While it cannot be
 * reached no call is made. Who waits too long, asks a node that cannot be reached from here, or has
 * lost the right to go on, gets a {@link PermitDenied}.
 */
final class ThrottlePermitClient implements PermitClient, AutoCloseable {
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(2);

  /** A leave that was longer on its way is not used. */
  private static final Duration FRESH = Duration.ofSeconds(4);

  /** Others of the application can go on: who waits longer than this makes room for them. */
  private static final Duration LONG_FOR_ONE = Duration.ofSeconds(1);

  /** Longest sleep in one piece: how soon a stop is noticed. */
  private static final long SLICE_MS = 200;

  /** Makes gates; shared by all threads. */
  record Gates(Vertx vertx, Bus bus, LeaseDirectory leases, PullConfig settings) {
    Gates {
      bus.register(ThrottleMessages.AskCalls.class);
      bus.register(ThrottleMessages.CallsGranted.class);
      bus.register(ThrottleMessages.BackOff.class);
      bus.register(ThrottleMessages.CallsEnded.class);
      bus.register(ThrottleMessages.PullFinished.class);
    }

    /**
     * @param backfill whether history is read, which waits for what is new
     * @param going false once the work must stop
     */
    ThrottlePermitClient of(
        String provider, UUID app, UUID user, boolean backfill, BooleanSupplier going) {
      return new ThrottlePermitClient(
          this, provider, app, user, backfill, false, going, calls -> {}, PullSlot.NONE);
    }

    /**
     * For reads of many pages: it tells when calls have been answered, and when it is closed.
     *
     * @param made told of the calls that are made
     * @param seat left while a page that is begun has to wait
     */
    ThrottlePermitClient of(
        String provider,
        UUID app,
        UUID user,
        boolean backfill,
        BooleanSupplier going,
        IntConsumer made,
        PullSlot seat) {
      return new ThrottlePermitClient(this, provider, app, user, backfill, true, going, made, seat);
    }

    /** Tells the owner something it would also find by itself. */
    void tell(String provider, BusMessage hint) {
      address(provider).ifPresent(a -> bus.tell(a, hint));
    }

    /** Whether waiting is in vain: the owner is another node, and nodes have no bus in common. */
    private boolean outOfReach(String provider) {
      return !vertx.isClustered() && leases.elsewhere(lease(provider));
    }

    private static String lease(String provider) {
      return "throttle:" + provider;
    }

    private Optional<String> address(String provider) {
      OptionalLong epoch = leases.epoch(lease(provider));
      return epoch.isPresent()
          ? Optional.of(Address.throttle(provider, epoch.getAsLong()))
          : Optional.empty();
    }
  }

  private final Gates gates;
  private final String provider;
  private final UUID app;
  private final UUID user;
  private final boolean backfill;
  private final boolean tells;
  private final BooleanSupplier going;
  private final IntConsumer made;
  private final PullSlot seat;
  private final PageWaitBudget page = new PageWaitBudget();

  /** What the calls that are not over yet were granted by. */
  private final List<Long> leaves = new ArrayList<>();

  private ThrottlePermitClient(
      Gates gates,
      String provider,
      UUID app,
      UUID user,
      boolean backfill,
      boolean tells,
      BooleanSupplier going,
      IntConsumer made,
      PullSlot seat) {
    this.gates = gates;
    this.provider = provider;
    this.app = app;
    this.user = user;
    this.backfill = backfill;
    this.tells = tells;
    this.going = going;
    this.made = made;
    this.seat = seat;
  }

  /** What was read so far is stored: none of it need be read again. */
  void stored() {
    page.stored();
  }

  /** Also of leave that was not used in the end. */
  @Override
  public void close() {
    answered();
  }

  /** A call counts at the provider when it comes, which is not after its answer. */
  @Override
  public void answered() {
    leaves.forEach(leave -> gates.tell(provider, new ThrottleMessages.CallsEnded(leave)));
    leaves.clear();
  }

  @Override
  public void take(int calls) {
    long until = System.nanoTime() + gates.settings().gateLimit().toNanos();
    while (true) {
      check();
      long asked = System.nanoTime();
      ThrottleMessages.CallsGranted answer = ask(calls);
      boolean late = System.nanoTime() - asked > FRESH.toNanos();
      if (answer.leave() != 0) {
        leaves.add(answer.leave());
      }
      if (answer.granted() && late) {
        // This process stood still meanwhile; the owner may hold the calls for long over.
        continue;
      }
      if (answer.granted()) {
        page.begun();
        made.accept(calls);
        return;
      }
      Duration wait = Duration.ofMillis(Math.max(1, answer.retryAfterMs()));
      boolean later = System.nanoTime() + wait.toNanos() > until;
      if (later || answer.onlyUser() && wait.compareTo(LONG_FOR_ONE) > 0) {
        aside(wait, answer.onlyUser());
        until = System.nanoTime() + gates.settings().gateLimit().toNanos();
      } else {
        sleep(wait);
      }
    }
  }

  /** Waits without a place; throws where nothing would be lost by another begin. */
  private void aside(Duration wait, boolean onlyUser) {
    if (!page.worth(wait) || !seat.leave(wait, onlyUser)) {
      throw new PermitDenied(wait, onlyUser ? PermitDenied.Whose.USER : PermitDenied.Whose.APP);
    }
    page.waits(wait);
    try {
      sleep(wait);
    } finally {
      seat.back();
    }
  }

  @Override
  public void backOff(Duration pause) {
    gates.tell(provider, new ThrottleMessages.BackOff(app, pause.toMillis(), user));
  }

  private ThrottleMessages.CallsGranted ask(int calls) {
    long away = gates.settings().throttleAway().toMillis();
    Optional<String> address = gates.address(provider);
    if (address.isEmpty()) {
      return new ThrottleMessages.CallsGranted(false, away, false, 0);
    }
    try {
      return gates
          .bus()
          .<ThrottleMessages.CallsGranted>ask(
              address.get(),
              new ThrottleMessages.AskCalls(app, user, calls, backfill, tells),
              ANSWER_LIMIT)
          .await();
    } catch (ServiceException nobody) {
      if (gates.outOfReach(provider)) {
        throw new PermitDenied(Duration.ofMillis(away), PermitDenied.Whose.NODE);
      }
      return new ThrottleMessages.CallsGranted(false, away, false, 0);
    }
  }

  private void sleep(Duration wait) {
    for (long left = wait.toMillis(); left > 0; left -= SLICE_MS) {
      gates.vertx().timer(Math.min(left, SLICE_MS), TimeUnit.MILLISECONDS).await();
      check();
    }
  }

  private void check() {
    if (!going.getAsBoolean()) {
      throw PermitDenied.stopped();
    }
  }
}
