package io.tributary.core;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Allowlist of words that may be logged from error messages.
 *
 * <p>It contains the vocabulary of the error messages of this service, the JDK, Vert.x, Netty,
 * Jackson, PostgreSQL and Hazelcast. It contains no medical words, no words that could be a result,
 * and no words that are primarily names.
 */
final class LoggableWords {
  private static final Set<String> WORDS =
      Stream.of(
              """
              a above accept accepted access accessible account acknowledgement acquire acquired
              actual add additional address administrator after again alert algorithm aligned all
              allocate allocation allowed already ambiguous among amount an and another answer
              answered answers any app approve archive are arithmetic array as asked assignment
              async at attempt attribute authentication authorise authority auto available avoid
              await awaiting back backup bad base be because become been before begin belong belongs
              below between beyond big bind binding bits blank blob block blocked body boolean
              bootstrap bound bounds break broken broker brought buffer builder bulk busy but by
              byte bytes cached calendars call callback called caller calls cancel canceled
              canceling cancellation cancelled cannot capacity case cast catalogue cause cert
              certificate certificates chain change changed channel character characters charset
              check children chunk chunked cipher class classes classpath clause client clients
              close closed closing cluster code codec coerce collection colour column columns come
              comes command commands commit committed common compare comparison compatible complete
              completed component compressed conditions configuration conflict conflicting connect
              connected connecting connection connections consistent constant constraint constraints
              constructor consumed consumer container content context continue control convert
              converted copy corrupt corrupted could count counts create created creator current
              cursor cut cycle damaged data database date datetime datum day days db deadlock
              decimal declared declares decode decoded decoder decoding decompress decompression
              decrypt deep deeply default definition deflate delegate deleted delimiter delivery
              denied dependent deployed deployment depth description descriptor deserialize
              deserializer destination destroyed detached device did differ directory disabled
              disconnected discriminator disk dispatch division dns document does doing domain done
              double driver dropped due dump duplicate duration during earlier early either element
              elements elsewhere embedded empty enabled encode encoded encoder encoding encountered
              encrypt encryption end ended endpoint ends engine entities entity entries entry enum
              environment erased error errors escape escaped escapes establish established etc event
              every exceed exceeded exceeds except exception exclusive executable execute executed
              executing execution executor exhausted exist existing exists exit expected expecting
              expired exponent exponential export extension extra extras fact fail failed fails
              failure far fatal fault feature feed field fields file filter final find finished
              finite first fit fixed flag float floating flow flush followed for forbidden foreign
              form format formed found frame frames from full function future gap generated get
              global go goes gone greater group gzip half handle handled handler handlers handshake
              has hash have header headers heap hex hexadecimal hold holds host hostname http https
              id idempotency identifier idle ignorable ignored illegal immutable implementation
              implicit impossible in inaccessible incompatible incomplete inconsistent incorrect
              increase index infinite inflate inflater initial initialize initialized inner input
              insert inside installation instance instantiate insufficient int integer integrity
              interface interim internal interrupt interrupted into invalid invocation invoke
              invoked io is isolation it iterator its itself jar java job join joined joining json
              just jvm keepalive keeps kernel key keys keystore kib kill kind know known knows lacks
              larger last late leading leak lease least left length lengths less let limit limited
              limits line link links linux list listed listen listener listening lists literal
              loader local localhost location lock locked locks log long longer lookup loop lower
              mac machine made major malformed management manager mapped mapping markup master match
              matched matches matching max maximum member memory message messages metadata method
              middle min minimum minor mismatch missing mode model modification modified module more
              most move moved multi multipart multiple must mutable name named native needs
              negotiated neither nested network new no node nodename non nor not note nothing
              notices null num number numeric object obsolete obtain occurred of off offers offset
              old on once one ones only open opened opens operating operation operator option
              optional or order orders other others out outbound outer output outside over overflow
              overlap overlapping override own owner package packed packet padding page panic
              parameter parameters parent parse parsed parser parsing part parted partial partition
              parts password passwords past path paths pattern payload peer pending period
              permission permits permitted phase piece pipe place placeholder plan platform please
              point pointer points pool port position possible postgresql precision preferences
              prefix prepare prepared preparing prevent previous primary primitive privilege
              probably problem proceed process processed processing produced production prohibited
              promise properties property protocol provided provider proxy push put query queue
              queued quota radix raise range rate rates ratio reached read readable reader reading
              ready reason received receiver recipient recogniser record records recovering recovery
              recursion recursive redirect reference refused register registered reject rejected
              rejection relation release released reload remaining remote removed rendered renew
              repeat replace replica reply report reports request requested require required
              requires requisition reserved reset resolution resolve resolved resource resources
              response rest restore result results resume retry return returned reuse revoked right
              role rollback rolled root rounding route routes row rows run runs runtime said same
              savepoint say says scale schema scheme sealed second secret security see seen segment
              segments self send sent sequence serial serializable serialization serialize
              serialized serializer server service session set setting severity sha shape shared
              short should shut shutdown shutting side signal signature signed simple simulator
              since single size skip slot slots smaller snapshot so socket sorted source space
              specified stack standby stands start started starting starts state statement
              statements states status steps still stop stopped stopping storage stored stream
              streamed string structure subject subtype such suitable sum summary sums superuser
              supplied support supported sure switched symbol syntax system table tag taken takes
              target task team template temporarily temporary terminate terminated terminating text
              than that the their themselves then there these they things this thread threshold
              throw thrown time timed timeout timer times timeseries timestamp timezone tls to
              together token too trailing transaction transport trigger truncated trust try trying
              tuple two type types unable unauthorized unavailable unbounded uncommitted undefined
              undeployed under understood unexpected unfinished unhandled unicode unique unit unix
              unknown unlock unmatched unnamed unpacked unpacks unparseable unreachable unreadable
              unrecognized unregistered unresolved unsafe unsigned unsuccessful unsupported until
              unwrap up update upgrade upper uri url usable use used user using utf uuid valid
              validate validation value values variable verdict verification verify version verticle
              vertx via view violated violates violating violation virtual wait waited waiting waits
              wants was we webhook websocket what when where which while who widen window wire with
              within without word worker wrapped writable write writer written wrong xml yet yield
              your zero zip zone zones
              """
                  .strip()
                  .split("\\s+"))
          .collect(Collectors.toUnmodifiableSet());

  /** Abbreviations, allowed in this spelling at any position. */
  private static final Set<String> ABBREVIATIONS =
      Set.of(
          "DNS",
          "HTTP",
          "HTTPS",
          "ID",
          "IO",
          "JSON",
          "JVM",
          "PostgreSQL",
          "TLS",
          "URI",
          "URL",
          "UTF",
          "UUID",
          "XML");

  private LoggableWords() {}

  /**
   * Returns whether a word may be logged.
   *
   * <p>Some allowed words are also names of people, which start with a capital letter or consist of
   * capitals. Therefore a capitalized word is allowed only at the beginning of a sentence or as a
   * known abbreviation.
   *
   * @param first whether it begins a sentence
   */
  static boolean isAllowed(String word, boolean first) {
    String lower = word.toLowerCase(Locale.ROOT);
    return WORDS.contains(lower) && (first || word.equals(lower) || ABBREVIATIONS.contains(word));
  }
}
