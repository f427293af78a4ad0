package io.tributary.pull;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.connection.Connection;
import io.tributary.connection.ConnectionEnded;
import io.tributary.connection.ResourceAvailability;
import io.tributary.db.Tx;
import io.tributary.ingest.CoverageRepo;
import io.tributary.ingest.DataOrigin;
import io.tributary.ingest.IngestTarget;
import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.Adapter;
import io.tributary.provider.Feed;
import io.tributary.provider.Puller;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * Reads new data of a connection and stores it. New and changed records become daily events.
 *
 * <p>Repeating a read is harmless, so it needs no claim of its own. Shared by all threads.
 */
final class FeedReader {
  private final HistoricalPullJob.PullServices services;
  private final DataOrigin.Channel channel;

  /**
   * @param channel provenance channel of the records
   */
  FeedReader(HistoricalPullJob.PullServices parts, DataOrigin.Channel channel) {
    this.services = parts;
    this.channel = channel;
  }

  /** Feed to read, and the resources to store from it. */
  record FeedSelection(Feed feed, Set<Resource> resources) {}

  /** Connection that is being read. Close it after the last call. */
  record OpenConnection(
      Connection connection,
      Adapter adapter,
      Puller.Account account,
      DataOrigin origin,
      ThrottlePermitClient gate)
      implements AutoCloseable {
    @Override
    public void close() {
      gate.close();
    }

    /** Current facts about the account. The page that was just read may have changed them. */
    AccountContext accountContext() {
      return AccountContext.of(account);
    }
  }

  /** Returns the feeds that the grant covers, each with its available resources. */
  List<FeedSelection> availableFeeds(Connection c) {
    List<FeedSelection> out = new ArrayList<>();
    Adapter adapter = services.adapters().of(c.provider(), c.demo()).orElse(null);
    if (adapter == null) {
      return out;
    }
    Map<String, ResourceAvailability> open =
        ResourceAvailability.of(adapter.descriptor(), c.scopesGranted());
    for (Feed feed : adapter.descriptor().feeds()) {
      Set<Resource> resources = new TreeSet<>();
      for (Resource r : feed.resources()) {
        if (open.containsKey(r.wire()) && open.get(r.wire()).available()) {
          resources.add(r);
        }
      }
      if (feed.resources().isEmpty() || !resources.isEmpty()) {
        out.add(new FeedSelection(feed, resources));
      }
    }
    return out;
  }

  /**
   * @param going turns false when the read must stop
   * @throws ConnectionEnded when the connection is no longer connected
   */
  OpenConnection open(Connection c, BooleanSupplier going) {
    return open(c, going, calls -> {}, PullSlot.NONE);
  }

  /**
   * @param made receives the number of calls made
   * @param seat slot to release while a page in progress has to wait
   */
  OpenConnection open(Connection c, BooleanSupplier going, IntConsumer made, PullSlot seat) {
    Adapter adapter =
        services
            .adapters()
            .of(c.provider(), c.demo())
            .orElseThrow(() -> new ConnectionEnded("the provider is no longer offered"));
    ThrottlePermitClient gate =
        services.permitClients().of(c.provider(), c.appId(), c.userId(), false, going, made, seat);
    Puller.Account account = services.accounts().open(c, gate);
    return new OpenConnection(
        c,
        adapter,
        account,
        new DataOrigin(
            channel, "", adapter.mappingVersion(), AccountContext.of(account).zoneRule()),
        gate);
  }

  /** Reads a window to its end. Each page is stored in its own transaction. */
  void readWindow(OpenConnection o, FeedSelection part, Puller.Window window) {
    JsonNode cursor = null;
    do {
      Puller.Page page =
          o.adapter().puller().orElseThrow().pull(o.account(), part.feed(), window, cursor);
      cursor = page.next();
      storePage(o, part, page, cursor == null ? window : null);
    } while (cursor != null);
  }

  /**
   * Stores a page.
   *
   * @param ended window that this page completes, or null
   */
  void storePage(OpenConnection o, FeedSelection part, Puller.Page page, Puller.Window ended) {
    Connection c = o.connection();
    services
        .db()
        .txLockingUser(
            c.userId(),
            tx -> {
              IngestTarget target =
                  target(tx, c)
                      .orElseThrow(() -> new ConnectionEnded("no longer connected"))
                      .withOrigin(o.origin());
              services.ingest().store(tx, target, page.batch().retain(part.resources()), false);
              services
                  .rawDocuments()
                  .store(
                      tx,
                      target,
                      HistoricalPullJob.reading(
                          part.feed().name(), o.accountContext(), page, ended));
              if (ended != null) {
                CoverageRepo.recordRequested(
                    tx,
                    c.userId(),
                    c.provider(),
                    part.resources(),
                    ended.first(),
                    ended.last(),
                    ended.now());
              }
              return null;
            });
    o.gate().pageStored();
    services.meters().documentsRejected(c.provider(), page.batch().refused().size());
  }

  private static Optional<IngestTarget> target(Tx tx, Connection c) {
    return PullRepo.lockTarget(tx, c.tenant(), c.userId(), c.provider(), c.id(), c.generation());
  }
}
