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
  private final HistoricalPullJob.Parts parts;
  private final DataOrigin.Channel channel;

  /**
   * @param channel provenance channel of the records
   */
  FeedReader(HistoricalPullJob.Parts parts, DataOrigin.Channel channel) {
    this.parts = parts;
    this.channel = channel;
  }

  /** Feed to read, and the resources to store from it. */
  record Part(Feed feed, Set<Resource> resources) {}

  /** Connection that is being read. Close it after the last call. */
  record Opened(
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
    AccountContext facts() {
      return AccountContext.of(account);
    }
  }

  /** Returns the feeds that the grant covers, each with its available resources. */
  List<Part> parts(Connection c) {
    List<Part> out = new ArrayList<>();
    Adapter adapter = parts.adapters().of(c.provider(), c.demo()).orElse(null);
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
        out.add(new Part(feed, resources));
      }
    }
    return out;
  }

  /**
   * @param going turns false when the read must stop
   * @throws ConnectionEnded when the connection is no longer connected
   */
  Opened open(Connection c, BooleanSupplier going) {
    return open(c, going, calls -> {}, PullSlot.NONE);
  }

  /**
   * @param made receives the number of calls made
   * @param seat slot to release while a page in progress has to wait
   */
  Opened open(Connection c, BooleanSupplier going, IntConsumer made, PullSlot seat) {
    Adapter adapter =
        parts
            .adapters()
            .of(c.provider(), c.demo())
            .orElseThrow(() -> new ConnectionEnded("the provider is not offered any more"));
    ThrottlePermitClient gate =
        parts.gates().of(c.provider(), c.appId(), c.userId(), false, going, made, seat);
    Puller.Account account = parts.accounts().open(c, gate);
    return new Opened(
        c,
        adapter,
        account,
        new DataOrigin(
            channel, "", adapter.mappingVersion(), AccountContext.of(account).zoneRule()),
        gate);
  }

  /** Reads a window to its end. Each page is stored in its own transaction. */
  void window(Opened o, Part part, Puller.Window window) {
    JsonNode cursor = null;
    do {
      Puller.Page page =
          o.adapter().puller().orElseThrow().pull(o.account(), part.feed(), window, cursor);
      cursor = page.next();
      store(o, part, page, cursor == null ? window : null);
    } while (cursor != null);
  }

  /**
   * Stores a page.
   *
   * @param ended window that this page completes, or null
   */
  void store(Opened o, Part part, Puller.Page page, Puller.Window ended) {
    Connection c = o.connection();
    parts
        .db()
        .txOf(
            c.userId(),
            tx -> {
              IngestTarget target =
                  target(tx, c)
                      .orElseThrow(() -> new ConnectionEnded("not connected any more"))
                      .from(o.origin());
              parts.ingest().store(tx, target, page.batch().only(part.resources()), false);
              parts
                  .raws()
                  .store(
                      tx,
                      target,
                      HistoricalPullJob.reading(part.feed().name(), o.facts(), page, ended));
              if (ended != null) {
                CoverageRepo.asked(
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
    o.gate().stored();
    parts.meters().refused(c.provider(), page.batch().refused().size());
  }

  private static Optional<IngestTarget> target(Tx tx, Connection c) {
    return PullRepo.target(tx, c.tenant(), c.userId(), c.provider(), c.id(), c.generation());
  }
}
