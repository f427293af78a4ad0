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
 * Requests permits from the owner of the provider's throttle, on whichever node it runs.
 *
 * <p>Without a permit no call is made, also while the owner cannot be reached. {@link PermitDenied}
 * is thrown when the wait would take too long, when the owner runs on a node that this one cannot
 * reach, or when the work must stop.
 *
 * <p>A run in the middle of a page may wait longer than usual, because its first part would have to
 * be read again. It then releases its slot for the time of the wait.
 */
final class ThrottlePermitClient implements PermitClient, AutoCloseable {
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);

  /** Validity of a permit. One that took longer to arrive is not used. */
  private static final Duration MAX_ANSWER_AGE = Duration.ofSeconds(4);

  /**
   * A user-specific wait longer than this releases the slot, because other users of the application
   * can continue.
   */
  private static final Duration MAX_USER_WAIT = Duration.ofSeconds(1);

  /** Longest uninterrupted sleep, which bounds the time until a stop is noticed. */
  private static final long SLEEP_SLICE_MS = 200;

  /** Creates permit clients. Shared by all threads. */
  record PermitClientFactory(Vertx vertx, Bus bus, LeaseDirectory leases, PullConfig settings) {
    PermitClientFactory {
      bus.register(ThrottleMessages.PermitRequest.class);
      bus.register(ThrottleMessages.PermitsGranted.class);
      bus.register(ThrottleMessages.ProviderRateLimited.class);
      bus.register(ThrottleMessages.PermitReleased.class);
      bus.register(ThrottleMessages.PullFinished.class);
    }

    /**
     * @param backfill true for historical data, which yields to new data
     * @param active turns false when the work must stop
     */
    ThrottlePermitClient of(
        String provider, UUID app, UUID user, boolean backfill, BooleanSupplier going) {
      return new ThrottlePermitClient(
          this, provider, app, user, backfill, false, going, calls -> {}, PullSlot.NONE);
    }

    /**
     * Creates a client for reads of many pages. It reports when calls have been answered, and must
     * be closed.
     *
     * @param onCalls receives the number of calls made
     * @param slot slot to release while a page in progress has to wait
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

    /** Sends a hint that only saves time; the owner would also find out by itself. */
    void send(String provider, BusMessage hint) {
      address(provider).ifPresent(a -> bus.send(a, hint));
    }

    /**
     * Returns true when waiting is useless, because another node owns the throttle and the nodes
     * are not clustered.
     */
    private boolean isUnreachable(String provider) {
      return !vertx.isClustered() && leases.isOwnedElsewhere(lease(provider));
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

  private final PermitClientFactory factory;
  private final String provider;
  private final UUID app;
  private final UUID user;
  private final boolean backfill;
  private final boolean reportsEnd;
  private final BooleanSupplier active;
  private final IntConsumer onCalls;
  private final PullSlot slot;
  private final PageWaitBudget pageWait = new PageWaitBudget();

  /** IDs of the permits whose calls have not ended. */
  private final List<Long> permitIds = new ArrayList<>();

  private ThrottlePermitClient(
      PermitClientFactory gates,
      String provider,
      UUID app,
      UUID user,
      boolean backfill,
      boolean tells,
      BooleanSupplier going,
      IntConsumer made,
      PullSlot seat) {
    this.factory = gates;
    this.provider = provider;
    this.app = app;
    this.user = user;
    this.backfill = backfill;
    this.reportsEnd = tells;
    this.active = going;
    this.onCalls = made;
    this.slot = seat;
  }

  /** Records that everything read so far is stored, so nothing would have to be read again. */
  void pageStored() {
    pageWait.pageStored();
  }

  /** Reports all permits as ended, including unused ones. */
  @Override
  public void close() {
    release();
  }

  /** A call counts at the provider when it arrives, which is not after its answer. */
  @Override
  public void release() {
    permitIds.forEach(leave -> factory.send(provider, new ThrottleMessages.PermitReleased(leave)));
    permitIds.clear();
  }

  @Override
  public void acquire(int calls) {
    long until = System.nanoTime() + factory.settings().permitTimeout().toNanos();
    while (true) {
      requireActive();
      long asked = System.nanoTime();
      ThrottleMessages.PermitsGranted answer = requestPermit(calls);
      boolean late = System.nanoTime() - asked > MAX_ANSWER_AGE.toNanos();
      if (answer.permit() != 0) {
        permitIds.add(answer.permit());
      }
      if (answer.granted() && late) {
        // This process was suspended meanwhile, and the owner may already count the calls as past.
        continue;
      }
      if (answer.granted()) {
        pageWait.pageStarted();
        onCalls.accept(calls);
        return;
      }
      Duration wait = Duration.ofMillis(Math.max(1, answer.retryAfterMs()));
      boolean later = System.nanoTime() + wait.toNanos() > until;
      if (later || answer.onlyUser() && wait.compareTo(MAX_USER_WAIT) > 0) {
        waitWithoutSlot(wait, answer.onlyUser());
        until = System.nanoTime() + factory.settings().permitTimeout().toNanos();
      } else {
        sleep(wait);
      }
    }
  }

  /** Waits without a slot. Throws where starting again costs nothing. */
  private void waitWithoutSlot(Duration wait, boolean onlyUser) {
    if (!pageWait.isWorthWaiting(wait) || !slot.release(wait, onlyUser)) {
      throw new PermitDenied(
          wait, onlyUser ? PermitDenied.DenialScope.USER : PermitDenied.DenialScope.APP);
    }
    pageWait.addWait(wait);
    try {
      sleep(wait);
    } finally {
      slot.reacquire();
    }
  }

  @Override
  public void backOff(Duration pause) {
    factory.send(provider, new ThrottleMessages.ProviderRateLimited(app, pause.toMillis(), user));
  }

  private ThrottleMessages.PermitsGranted requestPermit(int calls) {
    long away = factory.settings().throttleRetryDelay().toMillis();
    Optional<String> address = factory.address(provider);
    if (address.isEmpty()) {
      return new ThrottleMessages.PermitsGranted(false, away, false, 0);
    }
    try {
      return factory
          .bus()
          .<ThrottleMessages.PermitsGranted>request(
              address.get(),
              new ThrottleMessages.PermitRequest(app, user, calls, backfill, reportsEnd),
              ANSWER_TIMEOUT)
          .await();
    } catch (ServiceException nobody) {
      if (factory.isUnreachable(provider)) {
        throw new PermitDenied(Duration.ofMillis(away), PermitDenied.DenialScope.NODE);
      }
      return new ThrottleMessages.PermitsGranted(false, away, false, 0);
    }
  }

  private void sleep(Duration wait) {
    for (long left = wait.toMillis(); left > 0; left -= SLEEP_SLICE_MS) {
      factory.vertx().timer(Math.min(left, SLEEP_SLICE_MS), TimeUnit.MILLISECONDS).await();
      requireActive();
    }
  }

  private void requireActive() {
    if (!active.getAsBoolean()) {
      throw PermitDenied.stopped();
    }
  }
}
