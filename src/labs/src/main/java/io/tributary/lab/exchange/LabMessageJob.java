package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.exchange.LabMessageRepo.MessageEnd;
import io.tributary.lab.exchange.LabMessageRepo.StoredMessage;
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

  private static final int MAX_NUMBERS = 200;
  private static final String ORDER =
      """
      select id from lab_order
       where lab_id = $1 and environment = $2 and sample_id = any($3) order by id limit 1
      """;
  private static final String LAB = "select id from lab where slug = $1";

  private final Db db;
  private final LabExchangeConfig settings;
  private final LabConnections links;
  private final LabAckHandler ackHandler;
  private final ResultSink results;
  private final MessageEncryption encryption;
  private final SplitMessages splitMessages;
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
    this.ackHandler = desk;
    this.results = results;
    this.encryption = seal;
    this.splitMessages = parted;
    this.meters = meters;
  }

  /** Claims messages, with their bytes as stored. */
  List<StoredMessage> claim(int most) {
    return LabMessageRepo.claimIncoming(db, most, settings.lease());
  }

  void run(StoredMessage message) {
    Tracing.setSubject(message.id());
    try {
      Optional<LabConnectionProfile> link = links.findByName(message.link());
      if (link.isEmpty()) {
        park(message, "the link no longer exists");
      } else if (message.kind().equals("answer")) {
        processAnswer(link.get(), message.decrypted(encryption));
      } else {
        processResult(link.get(), message);
      }
    } catch (Hl7Fault unreadable) {
      park(message, unreadable.code().name() + " " + unreadable.location());
    } catch (FhirFault unreadable) {
      park(message, unreadable.kind().name());
    } catch (RuntimeException e) {
      if (message.attempt() >= settings.maxReadAttempts() && !SafeErrorKind.isTransient(e)) {
        LOG.log(Level.ERROR, "message=" + message.id() + " not read: " + SafeErrorKind.describe(e));
        park(message, SafeErrorKind.kind(e));
      } else {
        retryLater(message, e);
      }
    }
  }

  private LabAdapter adapter(LabConnectionProfile link) {
    return adapters.computeIfAbsent(link.name(), n -> LabConnections.newAdapter(link));
  }

  private void processAnswer(LabConnectionProfile link, StoredMessage message) {
    LabAck heard = adapter(link).readAnswer(message.body());
    db.tx(
        tx -> {
          Optional<StoredMessage> ours =
              heard
                  .answeredControlId()
                  .flatMap(id -> LabMessageRepo.findByControlId(tx, link.name(), id));
          ours.ifPresent(m -> ackHandler.apply(tx, m, heard));
          if (ours.isPresent() || !heard.next().isNegative()) {
            UUID order = ours.flatMap(StoredMessage::order).orElse(null);
            LabMessageRepo.setProcessed(
                tx, message.id(), ours.isPresent() ? "done" : "unmatched", order, 0);
          } else {
            LabMessageRepo.end(
                tx,
                message.id(),
                MessageEnd.of("parked", "does not answer any message of this service"));
          }
          return null;
        });
    meters.countReceived(link.name(), "answer");
  }

  /**
   * @param message with its bytes as stored
   */
  private void processResult(LabConnectionProfile link, StoredMessage message) {
    byte[] body = message.decrypted(encryption).body();
    LabReport report =
        SplitMessages.isSplit(body) ? SplitMessages.deserialize(body) : adapter(link).read(body);
    Optional<Integer> lab = link.labOfFacility(facility(link, report)).flatMap(this::labId);
    if (lab.isEmpty()) {
      park(message, "no laboratory of this link has this facility name");
      return;
    }
    boolean nothing = report.subjects().stream().allMatch(s -> s.panels().isEmpty());
    if (nothing && !report.left().isEmpty()) {
      park(message, "no part of the message could be parsed");
      return;
    }
    Set<String> numbers = orderNumbers(report);
    Optional<Boolean> taken =
        db.tx(
            tx -> {
              MessageLock.acquire(tx, message.id());
              if (!LabMessageRepo.lockIfUnchanged(tx, message)) {
                return Optional.empty();
              }
              numbers.forEach(sample -> ackHandler.markProven(tx, link.name(), lab.get(), sample));
              boolean all =
                  results.accept(
                      tx,
                      message.id(),
                      lab.get(),
                      link.environment(),
                      report,
                      (t, places) -> removeTests(t, message, places));
              UUID order = all ? findOrder(tx, link, lab.get(), numbers) : null;
              int left = report.left().size();
              LabMessageRepo.setProcessed(
                  tx, message.id(), all ? "done" : "unmatched", order, left);
              return Optional.of(all);
            });
    if (taken.isEmpty()) {
      return;
    }
    meters.countReceived(link.name(), taken.get() ? "attached" : "unmatched");
    if (!report.left().isEmpty()) {
      LOG.log(
          Level.WARNING,
          "message=%s link=%s unparsed parts: %d"
              .formatted(message.id(), link.name(), report.left().size()));
      meters.countReceived(link.name(), "partly_read");
    }
  }

  private boolean removeTests(Tx tx, StoredMessage message, Set<Integer> places) {
    Optional<byte[]> left =
        splitMessages.withoutTests(
            new SplitMessages.Stored(
                message.link(), message.sender(), message.controlId(), message.body()),
            places);
    left.ifPresent(body -> LabMessageRepo.replaceBody(tx, message.id(), body));
    return left.isPresent();
  }

  /** Order that a message belongs to; the message is erased with it. */
  private static UUID findOrder(Tx tx, LabConnectionProfile link, int lab, Set<String> numbers) {
    return tx.first(ORDER, lab, link.environment().wire(), numbers.toArray(String[]::new))
        .map(r -> r.getUUID("id"))
        .orElse(null);
  }

  /**
   * Numbers of the orders in a report. A laboratory that sends results has these orders, so a lost
   * acknowledgement no longer matters.
   */
  private static Set<String> orderNumbers(LabReport report) {
    Set<String> numbers = new TreeSet<>();
    for (LabReport.Subject subject : report.subjects()) {
      for (LabReport.Panel panel : subject.panels()) {
        OrderNumbers.candidates(subject, panel).stream()
            .map(String::strip)
            .filter(n -> numbers.size() < MAX_NUMBERS)
            .forEach(numbers::add);
      }
    }
    return numbers;
  }

  private Optional<Integer> labId(String slug) {
    return RowMapping.first(db.query(LAB, slug), r -> r.getInteger("id"));
  }

  /**
   * Facility that sent the report. Over FHIR the sender is a single name; in HL7 the application's
   * name precedes it.
   */
  private static String facility(LabConnectionProfile link, LabReport report) {
    String sender = report.origin().sender();
    return link.kind() == LabConnectionProfile.LabTransportKind.FHIR
        ? sender
        : sender.substring(sender.indexOf('/') + 1);
  }

  private void retryLater(StoredMessage message, RuntimeException why) {
    LOG.log(
        Level.WARNING,
        "message=" + message.id() + " not read, will be retried: " + SafeErrorKind.describe(why));
    Duration pause = settings.retryDelay(message.attempt());
    db.tx(
        tx -> {
          LabMessageRepo.retryLater(tx, message.id(), pause, SafeErrorKind.kind(why));
          return null;
        });
  }

  private void park(StoredMessage message, String why) {
    LOG.log(
        Level.ERROR, "message=%s link=%s parked: %s".formatted(message.id(), message.link(), why));
    meters.countReceived(message.link(), "parked");
    db.tx(
        tx -> {
          LabMessageRepo.end(tx, message.id(), MessageEnd.of("parked", why));
          return null;
        });
  }
}
