/** Sample content: nobody wrote these. They show where members' own words will stand. */
export const SAMPLE_REVIEWS = [
  {
    quote:
      'I stopped taking the fourth level after I saw it drawn. The card tells me what it costs before I press anything.',
    who: 'Sample member, Lagos',
    tier: 'Starter',
  },
  {
    quote:
      'Three losses in a row, and all three were in the record the next morning. That is why I stayed.',
    who: 'Sample member, Accra',
    tier: 'Essential',
  },
  {
    quote: 'It opens on the bus without data and still shows yesterday. My old group was a chat.',
    who: 'Sample member, Nairobi',
    tier: 'Starter',
  },
] as const;

export const REVIEWS = {
  title: 'Reviews',
  lead: 'Sample texts. They hold the place of members’ own words until there are enough to show.',
} as const;
