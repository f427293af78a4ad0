package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.lab.exchange.LabMessageRepo.End;
import io.tributary.lab.exchange.LabMessageRepo.Kept;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.fhir.FhirFault;
import io.tributary.lab.protocol.hl7.Hl7Fault;
import io.tributary.lab.result.MessageLock;
import io.tributary.lab.result.OrderNumbers;
import io.tributary.telemetry.Tracing;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Processes stored incoming messages. An unreadable message is parked with its bytes, so that an
 * operator can inspect and replay it. Call on virtual threads.
 */
final class LabMessageJob {
  private static final System.Logger LOG = System.getLogger(LabMessageJob.class.getName());

  private static final int MOST_NUMBERS = 200;
  private static final String ORDER =
      """
      select id from lab_order
       where lab_id = $1 and environment = $2 and sample_id = any($3) order by id limit 1
      """;
  private static final String LAB = "select id from lab where slug = $1";

  private final Db db;
  private final LabExchangeConfig settings;
  private final LabConnections links;
  private final LabAckHandler desk;
  private final ResultSink results;
  private final MessageEncryption seal;
  private final SplitMessages parted;
  private final ExchangeMetrics meters;
  private final Map<String, LabAdapter> adapters = new ConcurrentHashMap<>();

  LabMessageJob(
      Db db,
      LabExchangeConfig settings,
      LabConnections links,
      LabAckHandler desk,
      ResultSink results,
      MessageEncryption seal,
      SplitMessages parted,
      ExchangeMetrics meters) {
    this.db = db;
    this.settings = settings;
    this.links = links;
    this.desk = desk;
    this.results = results;
    this.seal = seal;
    this.parted = parted;
    this.meters = meters;
  }

  /** Claims messages, with their bytes as stored. */
  List<Kept> claim(int most) {
    return LabMessageRepo.claimIn(db, most, settings.lease());
  }

  void run(Kept message) {
    Tracing.about(message.id());
    try {
      Optional<LabConnectionProfile> link = links.named(message.link());
      if (link.isEmpty()) {
        park(message, "the link is gone");
      } else if (message.kind().equals("answer")) {
        answer(link.get(), message.opened(seal));
      } else {
        result(link.get(), message);
      }
    } catch (Hl7Fault unreadable) {
      park(message, unreadable.code().name() + " " + unreadable.location());
    } catch (FhirFault unreadable) {
      park(message, unreadable.kind().name());
    } catch (RuntimeException e) {
      if (message.attempt() >= settings.readTries() && !SafeErrorKind.passes(e)) {
        LOG.log(Level.ERROR, "message=" + message.id() + " not read: " + SafeErrorKind.of(e));
        park(message, SafeErrorKind.kind(e));
      } else {
        later(message, e);
      }
    }
  }

  private LabAdapter adapter(LabConnectionProfile link) {
    return adapters.computeIfAbsent(link.name(), n -> LabConnections.adapter(link));
  }

  private void answer(LabConnectionProfile link, Kept message) {
    LabAck heard = adapter(link).answer(message.body());
    db.tx(
        tx -> {
          Optional<Kept> ours =
              heard.about().flatMap(id -> LabMessageRepo.sent(tx, link.name(), id));
          ours.ifPresent(m -> desk.apply(tx, m, heard));
          if (ours.isPresent() || !heard.next().isBad()) {
            UUID order = ours.flatMap(Kept::order).orElse(null);
            LabMessageRepo.read(
                tx, message.id(), ours.isPresent() ? "done" : "unmatched", order, 0);
          } else {
            LabMessageRepo.end(tx, message.id(), End.of("parked", "answers no message of ours"));
          }
          return null;
        });
    meters.received(link.name(), "answer");
  }

  /**
   * @param message with its bytes as stored
   */
  private void result(LabConnectionProfile link, Kept message) {
    byte[] body = message.opened(seal).body();
    LabReport report =
        SplitMessages.isParted(body) ? SplitMessages.read(body) : adapter(link).read(body);
    Optional<Integer> lab = link.lab(facility(link, report)).flatMap(this::id);
    if (lab.isEmpty()) {
      park(message, "no laboratory of this link calls itself so");
      return;
    }
    boolean nothing = report.subjects().stream().allMatch(s -> s.panels().isEmpty());
    if (nothing && !report.left().isEmpty()) {
      park(message, "nothing in it was understood");
      return;
    }
    Set<String> numbers = numbers(report);
    Optional<Boolean> taken =
        db.tx(
            tx -> {
              MessageLock.hold(tx, message.id());
              if (!LabMessageRepo.isAsRead(tx, message)) {
                return Optional.empty();
              }
              numbers.forEach(sample -> desk.proven(tx, link.name(), lab.get(), sample));
              boolean all =
                  results.take(
                      tx,
                      message.id(),
                      lab.get(),
                      link.environment(),
                      report,
                      (t, places) -> without(t, message, places));
              UUID order = all ? order(tx, link, lab.get(), numbers) : null;
              int left = report.left().size();
              LabMessageRepo.read(tx, message.id(), all ? "done" : "unmatched", order, left);
              return Optional.of(all);
            });
    if (taken.isEmpty()) {
      return;
    }
    meters.received(link.name(), taken.get() ? "attached" : "unmatched");
    if (!report.left().isEmpty()) {
      LOG.log(
          Level.WARNING,
          "message=%s link=%s parts not understood: %d"
              .formatted(message.id(), link.name(), report.left().size()));
      meters.received(link.name(), "partly_read");
    }
  }

  private boolean without(Tx tx, Kept message, Set<Integer> places) {
    Optional<byte[]> left =
        parted.without(
            new SplitMessages.Stored(
                message.link(), message.sender(), message.controlId(), message.body()),
            places);
    left.ifPresent(body -> LabMessageRepo.part(tx, message.id(), body));
    return left.isPresent();
  }

  /** Order that a message belongs to; the message is erased with it. */
  private static UUID order(Tx tx, LabConnectionProfile link, int lab, Set<String> numbers) {
    return tx.first(ORDER, lab, link.environment().wire(), numbers.toArray(String[]::new))
        .map(r -> r.getUUID("id"))
        .orElse(null);
  }

  /**
   * Numbers of the orders in a report. A laboratory that sends results has these orders, so a lost
   * acknowledgement no longer matters.
   */
  private static Set<String> numbers(LabReport report) {
    Set<String> numbers = new TreeSet<>();
    for (LabReport.Subject subject : report.subjects()) {
      for (LabReport.Panel panel : subject.panels()) {
        OrderNumbers.of(subject, panel).stream()
            .map(String::strip)
            .filter(n -> numbers.size() < MOST_NUMBERS)
            .forEach(numbers::add);
      }
    }
    return numbers;
  }

  private Optional<Integer> id(String slug) {
    return Rows.first(db.query(LAB, slug), r -> r.getInteger("id"));
  }

  /**
   * Facility that sent the report. Over FHIR the sender is a single name; in HL7 the application's
   * name precedes it.
   */
  private static String facility(LabConnectionProfile link, LabReport report) {
    String sender = report.origin().sender();
    return link.kind() == LabConnectionProfile.Kind.FHIR
        ? sender
        : sender.substring(sender.indexOf('/') + 1);
  }

  private void later(Kept message, RuntimeException why) {
    LOG.log(Level.WARNING, "message=" + message.id() + " read later: " + SafeErrorKind.of(why));
    Duration pause = settings.waitAfter(message.attempt());
    db.tx(
        tx -> {
          LabMessageRepo.again(tx, message.id(), pause, SafeErrorKind.kind(why));
          return null;
        });
  }

  private void park(Kept message, String why) {
    LOG.log(
        Level.ERROR, "message=%s link=%s parked: %s".formatted(message.id(), message.link(), why));
    meters.received(message.link(), "parked");
    db.tx(
        tx -> {
          LabMessageRepo.end(tx, message.id(), End.of("parked", why));
          return null;
        });
  }
}
