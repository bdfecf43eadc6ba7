// Sentences that the element shows to the buyer when the viewer cannot start: kind, and without internals.

export type BuyerTexts = {
  lang: string;
  /** The name of the frame, for screen readers. */
  title: string;
  /** The preview cannot be shown, and the buyer can do nothing about it. */
  sorry: string;
  /** The service cannot be reached. */
  offline: string;
  /** The service has too much to do. */
  busy: string;
  again: string;
};

const TEXTS: Record<string, readonly [string, string, string, string, string]> = {
  en: [
    "View from the seat",
    "The view from this seat cannot be shown at the moment.",
    "The view could not be loaded. Please check your connection.",
    "Many people are looking at seats right now. Please try again in a moment.",
    "Try again",
  ],
  de: [
    "Blick vom Platz",
    "Der Blick von diesem Platz kann im Moment nicht gezeigt werden.",
    "Die Ansicht konnte nicht geladen werden. Bitte prüfen Sie Ihre Verbindung.",
    "Gerade sehen sich viele Menschen Plätze an. Bitte versuchen Sie es gleich noch einmal.",
    "Noch einmal versuchen",
  ],
  fr: [
    "Vue depuis la place",
    "La vue depuis cette place ne peut pas être affichée pour le moment.",
    "La vue n’a pas pu être chargée. Veuillez vérifier votre connexion.",
    "Beaucoup de personnes regardent des places en ce moment. Veuillez réessayer dans un instant.",
    "Réessayer",
  ],
  es: [
    "Vista desde el asiento",
    "La vista desde este asiento no se puede mostrar en este momento.",
    "No se ha podido cargar la vista. Comprueba tu conexión.",
    "Muchas personas están viendo asientos ahora mismo. Inténtalo de nuevo en un momento.",
    "Reintentar",
  ],
  it: [
    "Vista dal posto",
    "Al momento non è possibile mostrare la vista da questo posto.",
    "Impossibile caricare la vista. Controlla la connessione.",
    "Molte persone stanno guardando i posti in questo momento. Riprova tra poco.",
    "Riprova",
  ],
  nl: [
    "Uitzicht vanaf de stoel",
    "Het uitzicht vanaf deze stoel kan op dit moment niet worden getoond.",
    "Het uitzicht kon niet worden geladen. Controleer je verbinding.",
    "Veel mensen bekijken nu stoelen. Probeer het zo meteen opnieuw.",
    "Opnieuw proberen",
  ],
  pt: [
    "Vista do lugar",
    "No momento não é possível mostrar a vista deste lugar.",
    "Não foi possível carregar a vista. Verifique sua conexão.",
    "Muitas pessoas estão vendo lugares neste momento. Tente de novo daqui a pouco.",
    "Tentar de novo",
  ],
  ja: [
    "席からの眺め",
    "現在、この席からの眺めを表示できません。",
    "眺めを読み込めませんでした。接続を確認してください。",
    "ただいまアクセスが集中しています。少し待ってからもう一度お試しください。",
    "もう一度試す",
  ],
  he: [
    "המבט מהמושב",
    "לא ניתן להציג כרגע את המבט ממושב זה.",
    "טעינת המבט נכשלה. נא לבדוק את החיבור לאינטרנט.",
    "אנשים רבים צופים במושבים כעת. נא לנסות שוב בעוד רגע.",
    "לנסות שוב",
  ],
  ar: [
    "المنظر من المقعد",
    "يتعذّر عرض المنظر من هذا المقعد حاليًا.",
    "تعذّر تحميل المنظر. يرجى التحقق من الاتصال.",
    "أشخاص كثيرون يشاهدون المقاعد الآن. يرجى المحاولة بعد قليل.",
    "إعادة المحاولة",
  ],
  zh: [
    "座位视角",
    "目前无法显示此座位的视角。",
    "无法加载视角，请检查网络连接。",
    "现在查看座位的人较多，请稍后再试。",
    "重试",
  ],
  ko: [
    "좌석에서 본 시야",
    "지금은 이 좌석에서 본 시야를 표시할 수 없습니다.",
    "시야를 불러오지 못했습니다. 인터넷 연결을 확인해 주세요.",
    "지금 좌석을 보는 분이 많습니다. 잠시 후 다시 시도해 주세요.",
    "다시 시도",
  ],
  pl: [
    "Widok z miejsca",
    "Nie można teraz pokazać widoku z tego miejsca.",
    "Nie udało się wczytać widoku. Sprawdź połączenie.",
    "Wiele osób ogląda teraz miejsca. Spróbuj ponownie za chwilę.",
    "Spróbuj ponownie",
  ],
  ru: [
    "Вид с места",
    "Сейчас нельзя показать вид с этого места.",
    "Не удалось загрузить вид. Проверьте подключение.",
    "Сейчас многие смотрят места. Попробуйте чуть позже.",
    "Попробовать ещё раз",
  ],
  uk: [
    "Вид з місця",
    "Зараз не можна показати вид із цього місця.",
    "Не вдалося завантажити вид. Перевірте з’єднання.",
    "Зараз багато людей переглядають місця. Спробуйте трохи згодом.",
    "Спробувати ще раз",
  ],
  cs: [
    "Pohled ze sedadla",
    "Pohled z tohoto sedadla teď nelze zobrazit.",
    "Pohled se nepodařilo načíst. Zkontrolujte připojení.",
    "Sedadla si teď prohlíží mnoho lidí. Zkuste to za chvíli znovu.",
    "Zkusit znovu",
  ],
  sk: [
    "Pohľad zo sedadla",
    "Pohľad z tohto sedadla sa teraz nedá zobraziť.",
    "Pohľad sa nepodarilo načítať. Skontrolujte pripojenie.",
    "Sedadlá si teraz prezerá veľa ľudí. Skúste to o chvíľu znova.",
    "Skúsiť znova",
  ],
  sv: [
    "Vy från platsen",
    "Vyn från platsen kan inte visas just nu.",
    "Vyn kunde inte laddas. Kontrollera anslutningen.",
    "Många tittar på platser just nu. Försök igen om en stund.",
    "Försök igen",
  ],
  da: [
    "Udsigt fra pladsen",
    "Udsigten fra pladsen kan ikke vises lige nu.",
    "Udsigten kunne ikke indlæses. Tjek din forbindelse.",
    "Mange ser på pladser lige nu. Prøv igen om lidt.",
    "Prøv igen",
  ],
  no: [
    "Utsikt fra setet",
    "Utsikten fra setet kan ikke vises akkurat nå.",
    "Utsikten kunne ikke lastes. Sjekk tilkoblingen.",
    "Mange ser på seter akkurat nå. Prøv igjen om litt.",
    "Prøv igjen",
  ],
  hu: [
    "Kilátás a székről",
    "A székről nyíló kilátás most nem mutatható meg.",
    "A nézet nem tölthető be. Ellenőrizze a kapcsolatot.",
    "Most sokan nézik a székeket. Próbálja újra kicsit később.",
    "Újra",
  ],
  tr: [
    "Koltuktan görünüm",
    "Bu koltuktan görünüm şu anda gösterilemiyor.",
    "Görünüm yüklenemedi. Bağlantınızı kontrol edin.",
    "Şu anda çok kişi koltuklara bakıyor. Birazdan tekrar deneyin.",
    "Tekrar dene",
  ],
  el: [
    "Θέα από τη θέση",
    "Η θέα από αυτή τη θέση δεν μπορεί να εμφανιστεί αυτή τη στιγμή.",
    "Δεν ήταν δυνατή η φόρτωση της θέας. Ελέγξτε τη σύνδεσή σας.",
    "Πολλοί κοιτούν θέσεις αυτή τη στιγμή. Δοκιμάστε ξανά σε λίγο.",
    "Δοκιμάστε ξανά",
  ],
};

/** Returns the texts in the first of these languages that has texts, such as `de-AT`; in English if none has. */
export function buyerTexts(...locales: (string | null | undefined)[]): BuyerTexts {
  const languages = locales.map((locale) => {
    const language = locale?.toLowerCase().split("-")[0] ?? "";
    return OTHER_TAGS.get(language) ?? language;
  });
  const found = languages.find((language) => Object.hasOwn(TEXTS, language)) ?? "en";
  const [title, sorry, offline, busy, again] = TEXTS[found] as (typeof TEXTS)[string];
  return { lang: found, title, sorry, offline, busy, again };
}

/** Both forms of written Norwegian share their texts, and Hebrew has an old tag. */
const OTHER_TAGS = new Map([
  ["nb", "no"],
  ["nn", "no"],
  ["iw", "he"],
]);

/** The sentence for a problem, and whether it may help to try again. */
export function buyerSentence(code: string, texts: BuyerTexts): { sentence: string; canRetry: boolean } {
  if (code === "unreachable") return { sentence: texts.offline, canRetry: true };
  if (BUSY_CODES.has(code)) return { sentence: texts.busy, canRetry: true };
  return { sentence: texts.sorry, canRetry: code === "unexpected" || code === "internal" };
}

const BUSY_CODES = new Set(["rate_limited", "overloaded", "unavailable"]);
